import { createFileRoute } from '@tanstack/react-router'
import { FirstPosts } from '../features/posts/first-posts.tsx'
import { ListSkeleton } from '../features/posts/list-skeletons.tsx'
import { titled } from '../features/posts/metadata.ts'
import { postListQuery } from '../features/posts/queries.ts'

export const Route = createFileRoute('/posts/top')({
  loader: async ({ context }) =>
    void (await context.queryClient.ensureInfiniteQueryData(postListQuery({ sort: 'top' }))),
  head: ({ match }) => titled(match.context.site, 'Top Posts', '/posts/top'),
  pendingComponent: ListSkeleton,
  component: () => <FirstPosts title="Top Posts" sort="top" />,
})
