import { createFileRoute } from '@tanstack/react-router'
import { QueuePage } from '../features/moderation-queue/queue-page.tsx'

export const Route = createFileRoute('/moderation_/queue')({
  staticData: { needsApplication: true },
  head: ({ match }) => ({
    meta: [
      { title: `Moderation Queue | ${match.context.site.name}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: QueuePage,
})
