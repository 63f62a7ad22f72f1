import { createFileRoute } from '@tanstack/react-router'
import { OfflinePage } from '../features/offline/offline-page.tsx'

export const Route = createFileRoute('/offline')({
  head: ({ match }) => ({
    meta: [{ title: `Offline | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: OfflinePage,
})
