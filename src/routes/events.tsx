import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '../features/events/events-page.tsx'
import { eventsHead } from '../features/events/metadata.ts'
import { loadEvents } from '../features/events/queries.ts'

export const Route = createFileRoute('/events')({
  loader: ({ context }) => loadEvents(context.queryClient),
  head: ({ loaderData, match }) => eventsHead(match.context.site, loaderData ?? []),
  component: EventsPage,
})
