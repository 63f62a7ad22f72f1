import { createFileRoute, notFound } from '@tanstack/react-router'
import { EditPage } from '../features/posts/write/edit-page.tsx'

export const Route = createFileRoute('/post/$id_/edit')({
  staticData: { needsApplication: true },
  loader: async ({ context: { api, queryClient }, params: { id } }) => {
    const categories = queryClient.prefetchQuery(api.categories.list.queryOptions())
    // As it is now, not as it was read a moment ago: it is going to be changed.
    const post = api.posts.read.queryOptions({ input: { id }, staleTime: 0 })
    await queryClient.fetchQuery(post).catch((error: { code?: string }) => {
      throw error.code === 'NOT_FOUND' ? notFound() : error
    })
    await categories
  },
  head: ({ match }) => ({
    meta: [{ title: `Edit Post | ${match.context.site.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: () => <EditPage id={Route.useParams().id} />,
})
