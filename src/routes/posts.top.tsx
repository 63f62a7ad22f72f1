import { createFileRoute } from '@tanstack/react-router'
import { conceptLabelsQuery } from '../content/concepts/queries.ts'
import { FirstPosts } from '../content/posts/list/first-posts.tsx'
import { postListQuery } from '../content/posts/list/list-queries.ts'
import { PostListSkeleton } from '../content/posts/skeletons.tsx'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { describedHead } from '../platform/http/head.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'

export const Route = createFileRoute('/posts/top')({
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureInfiniteQueryData(postListQuery({ sort: 'top' })).catch(leaveErrorToBoundary),
      queryClient.prefetchQuery(conceptLabelsQuery()),
      prefetchSidebar(queryClient),
    ])
  },
  head: describedHead('Top Posts', '/posts/top', 'The fifty discussions with the most votes.'),
  pendingComponent: PostListSkeleton,
  component: () => (
    <WithSidebar withConcepts>
      <FirstPosts title="Top Posts" sort="top" />
    </WithSidebar>
  ),
})
