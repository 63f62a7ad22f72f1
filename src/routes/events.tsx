import { createFileRoute } from '@tanstack/react-router'
import { prefetchAside } from '../content/sidebar/queries.ts'
import { WithAside } from '../content/sidebar/with-aside.tsx'
import { EventsPage } from '../pages/events/events-page.tsx'
import { loadEvents } from '../pages/events/queries.ts'

export const Route = createFileRoute('/events')({
  loader: async ({ context }) => {
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
