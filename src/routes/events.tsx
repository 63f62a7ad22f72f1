import { createFileRoute } from '@tanstack/react-router'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { EventsPage } from '../pages/events/events-page.tsx'
import { loadEvents } from '../pages/events/queries.ts'

export const Route = createFileRoute('/events')({
  loader: async ({ context }) => {
    const [head] = await Promise.all([loadEvents(context), prefetchSidebar(context.queryClient)])
    return head
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: () => (
    <WithSidebar>
      <EventsPage />
    </WithSidebar>
  ),
})
