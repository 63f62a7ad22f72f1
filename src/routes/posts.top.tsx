import { createFileRoute } from '@tanstack/react-router'
import { FirstPosts } from '../features/posts/first-posts.tsx'
import { ListSkeleton } from '../features/posts/list-skeletons.tsx'
import { described } from '../features/posts/metadata.ts'
import { postListQuery } from '../features/posts/queries.ts'

export const Route = createFileRoute('/posts/top')({
  loader: async ({ context }) =>
    void (await context.queryClient.ensureInfiniteQueryData(postListQuery({ sort: 'top' }))),
  head: ({ match }) =>
    described(
      match.context.site,
      'Top Posts',
      '/posts/top',
      'The fifty discussions that members value most.',
    ),
  pendingComponent: ListSkeleton,
  component: () => <FirstPosts title="Top Posts" sort="top" />,
})
