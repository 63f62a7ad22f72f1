import { createFileRoute } from '@tanstack/react-router'
import { categoryLabelsQuery } from '../content/concepts/queries.ts'
import { FirstPosts } from '../content/posts/list/first-posts.tsx'
import { postListQuery } from '../content/posts/list/list-queries.ts'
import { ListSkeleton } from '../content/posts/skeletons.tsx'
import { prefetchAside } from '../content/sidebar/queries.ts'
import { WithAside } from '../content/sidebar/with-aside.tsx'
import { describedHead } from '../platform/http/head.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'

export const Route = createFileRoute('/posts/latest')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureInfiniteQueryData(postListQuery({ sort: 'newest' })).catch(leaveErrorToBoundary),
      queryClient.prefetchQuery(categoryLabelsQuery()),
      prefetchAside(queryClient),
    ])
  },
  head: describedHead('Latest Posts', '/posts/latest', 'The newest fifty discussions.'),
  pendingComponent: ListSkeleton,
  component: () => (
    <WithAside withConcepts>
      <FirstPosts title="Latest Posts" sort="newest" />
    </WithAside>
  ),
})
