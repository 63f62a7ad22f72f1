import { createFileRoute } from '@tanstack/react-router'
import { prefetchAside } from '../features/aside/queries.ts'
import { WithAside } from '../features/aside/with-aside.tsx'
import { EventsPage } from '../features/events/events-page.tsx'

export const Route = createFileRoute('/events')({
  // A route's loader is part of the application that every page loads; what it does need not be.
  loader: async ({ context }) => {
    const { loadEvents } = await import('../features/events/load-events.ts')
    const [head] = await Promise.all([loadEvents(context), prefetchAside(context.queryClient)])
    return head
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: () => (
    <WithAside>
      <EventsPage />
    </WithAside>
  ),
})
