import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '../features/events/events-page.tsx'
import { described } from '../features/posts/metadata.ts'

export const Route = createFileRoute('/events')({
  head: ({ match }) => described(match.context.site, 'Events', '/events', 'What the community has planned.'),
  component: EventsPage,
})
