import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '../features/events/manage-events-page.tsx'
import { manageHead } from '../features/manage/places.ts'

export const Route = createFileRoute('/manage_/events')({
  staticData: { needsApplication: true },
  head: ({ match }) => manageHead(match.context.site.name, '/manage/events'),
  component: EventsPage,
})
