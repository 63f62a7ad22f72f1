import { createFileRoute } from '@tanstack/react-router'
import { prefetchAside } from '../features/aside/queries.ts'
import { WithAside } from '../features/aside/with-aside.tsx'
import { FeedsPage } from '../features/feeds/feeds-page.tsx'
import { describedHead } from '../platform/head.ts'

export const Route = createFileRoute('/feeds')({
  loader: async ({ context: { queryClient, api } }) => {
    await Promise.all([
      queryClient.prefetchQuery(api.categories.list.queryOptions()),
      prefetchAside(queryClient),
    ])
  },
  head: describedHead(
    'Feeds',
    '/feeds',
    'Read the forum in a reader of your own: all discussions, every concept and every member have a feed.',
  ),
  component: () => (
    <WithAside>
      <FeedsPage />
    </WithAside>
  ),
})
