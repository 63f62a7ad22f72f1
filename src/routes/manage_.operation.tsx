import { createFileRoute } from '@tanstack/react-router'
import { OperationPage } from '../staff/dashboard/operation-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/operation')({
  staticData: { needsApplication: true },
  head: unlistedHead('Operation'),
  component: OperationPage,
})
