import { createFileRoute } from '@tanstack/react-router'
import { ManageEventsPage } from '../pages/events/manage-events-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/manage_/events')({
  staticData: { needsApplication: true },
  head: unlistedHead('Manage Events'),
  component: ManageEventsPage,
})
