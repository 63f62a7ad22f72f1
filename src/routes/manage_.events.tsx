import { createFileRoute } from '@tanstack/react-router'
import { EventsPage } from '../features/manage/events-page.tsx'

export const Route = createFileRoute('/manage_/events')({
  head: ({ match }) => ({
    meta: [{ title: `Manage Events | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: EventsPage,
})
