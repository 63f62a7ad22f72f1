import { createFileRoute } from '@tanstack/react-router'
import { prefetchAside } from '../features/aside/queries.ts'
import { WithAside } from '../features/aside/with-aside.tsx'
import { categoryLabelsQuery } from '../features/categories/queries.ts'
import { FirstPosts } from '../features/posts/list/first-posts.tsx'
import { postListQuery } from '../features/posts/list/list-queries.ts'
import { ListSkeleton } from '../features/posts/skeletons.tsx'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'
import { describedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/posts/top')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureInfiniteQueryData(postListQuery({ sort: 'top' })).catch(leaveErrorToBoundary),
      queryClient.prefetchQuery(categoryLabelsQuery()),
      prefetchAside(queryClient),
    ])
  },
  head: describedHead('Top Posts', '/posts/top', 'The fifty discussions with the most votes.'),
  pendingComponent: ListSkeleton,
  component: () => (
    <WithAside withConcepts>
      <FirstPosts title="Top Posts" sort="top" />
    </WithAside>
  ),
})
