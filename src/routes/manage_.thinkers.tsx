import { createFileRoute } from '@tanstack/react-router'
import { ManageThinkersPage } from '../pages/thinkers/manage-thinkers-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/thinkers')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage Thinkers'),
  component: ManageThinkersPage,
})
