import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '../features/events/events-page.tsx'

export const Route = createFileRoute('/events')({
  // A route's loader is part of the application that every page loads; what it does need not be.
  loader: async ({ context }) => {
    const { loadEvents } = await import('../features/events/load-events.ts')
    return loadEvents(context)
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: EventsPage,
})
