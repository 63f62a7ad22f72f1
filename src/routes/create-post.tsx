import { createFileRoute } from '@tanstack/react-router'
import { CreatePage } from '../features/posts/create-page.tsx'

export const Route = createFileRoute('/create-post')({
  loader: ({ context }) => context.queryClient.prefetchQuery(context.api.categories.list.queryOptions()),
  head: ({ match }) => ({ meta: [{ title: `Create Post | ${match.context.site.name}` }] }),
  component: () => <CreatePage format="plain" here="/create-post" />,
})
