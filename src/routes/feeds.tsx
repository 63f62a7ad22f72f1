import { createFileRoute } from '@tanstack/react-router'
import { FeedsPage } from '../content/feeds/feeds-page.tsx'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { describedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/feeds')({
  loader: async ({ context: { queryClient, api } }) => {
    await Promise.all([
      queryClient.prefetchQuery(api.concepts.list.queryOptions()),
      prefetchSidebar(queryClient),
    ])
  },
  head: describedHead(
    'Feeds',
    '/feeds',
    'Follow the forum in your feed reader, with feeds for all discussions, every concept and every member.',
  ),
  component: () => (
    <WithSidebar>
      <FeedsPage />
    </WithSidebar>
  ),
})
