import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '../platform/http/head.ts'
import { DataPage } from '../settings/data-page.tsx'

export const Route = createFileRoute('/settings_/data')({
  staticData: { needsApplication: true },
  head: unlistedHead('Your data'),
  component: DataPage,
})
