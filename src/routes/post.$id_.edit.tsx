import { createFileRoute, notFound } from '@tanstack/react-router'
import { EditPostPage } from '../content/posts/write/edit-page.tsx'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/post/$id_/edit')({
  staticData: { needsApplication: true },
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    const concepts = queryClient.prefetchQuery(api.concepts.list.queryOptions())
    // Ignores cached data, because the member must edit the current text.
    const post = api.posts.read.queryOptions({ input: { id }, staleTime: 0 })
    await queryClient.fetchQuery(post).catch((error: { code?: string }) => {
      throw error.code === 'NOT_FOUND' ? notFound() : error
    })
    await concepts
  },
  head: unlistedHead('Edit Post'),
  component: () => <EditPostPage id={Route.useParams().id} />,
})
