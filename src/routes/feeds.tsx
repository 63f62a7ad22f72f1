import { createFileRoute } from '@tanstack/react-router'
import { FeedsPage } from '../content/feeds/feeds-page.tsx'
import { prefetchAside } from '../content/sidebar/queries.ts'
import { WithAside } from '../content/sidebar/with-aside.tsx'
import { describedHead } from '../platform/http/head.ts'

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
    'Follow the forum in your feed reader, with feeds for all discussions, every concept and every member.',
  ),
  component: () => (
    <WithAside>
      <FeedsPage />
    </WithAside>
  ),
})
