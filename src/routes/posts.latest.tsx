import { createFileRoute } from '@tanstack/react-router'
import { FirstPosts } from '../features/posts/list/first-posts.tsx'
import { postListQuery } from '../features/posts/list/list-queries.ts'
import { ListSkeleton } from '../features/posts/list/list-skeletons.tsx'
import { leaveErrorToBoundary } from '../features/site/list-boundary.tsx'
import { descriptionTags } from '../platform/head.ts'

export const Route = createFileRoute('/posts/latest')({
  loader: async ({ context }) =>
    void (await context.queryClient
      .ensureInfiniteQueryData(postListQuery({ sort: 'newest' }))
      .catch(leaveErrorToBoundary)),
  head: ({ match }) =>
    descriptionTags(match.context.site, 'Latest Posts', '/posts/latest', 'The newest fifty discussions.'),
  pendingComponent: ListSkeleton,
  component: () => <FirstPosts title="Latest Posts" sort="newest" />,
})
