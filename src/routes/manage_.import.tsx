import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '../imports/manage/import-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/import')({
  staticData: { needsApplication: true },
  head: unlistedHead('Import'),
  component: ImportPage,
})
