import { createFileRoute } from '@tanstack/react-router'
import { conceptLabelsQuery } from '../content/concepts/queries.ts'
import { FirstPosts } from '../content/posts/list/first-posts.tsx'
import { postListQuery } from '../content/posts/list/list-queries.ts'
import { PostListSkeleton } from '../content/posts/skeletons.tsx'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { describedHead } from '../platform/http/head.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'

export const Route = createFileRoute('/posts/latest')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureInfiniteQueryData(postListQuery({ sort: 'newest' })).catch(leaveErrorToBoundary),
      queryClient.prefetchQuery(conceptLabelsQuery()),
      prefetchSidebar(queryClient),
    ])
  },
  head: describedHead('Latest Posts', '/posts/latest', 'The newest fifty discussions.'),
  pendingComponent: PostListSkeleton,
  component: () => (
    <WithSidebar withConcepts>
      <FirstPosts title="Latest Posts" sort="newest" />
    </WithSidebar>
  ),
})
