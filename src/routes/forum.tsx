import { createFileRoute } from '@tanstack/react-router'
import { categoryLabelsQuery } from '../features/categories/queries.ts'
import { ForumPage } from '../features/posts/list/forum-page.tsx'
import { postListQuery } from '../features/posts/list/list-queries.ts'
import { ForumSkeleton } from '../features/posts/list/list-skeletons.tsx'
import { listHref, listSearch } from '../features/posts/list/search-params.ts'
import { leaveErrorToBoundary } from '../features/site/list-boundary.tsx'
import { titleTags } from '../platform/head.ts'

export const Route = createFileRoute('/forum')({
  validateSearch: listSearch,
  loaderDeps: ({ search }) => listSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      queryClient
        .ensureInfiniteQueryData(postListQuery({ ...deps, pinnedFirst: true }))
        .catch(leaveErrorToBoundary),
      queryClient.prefetchQuery(categoryLabelsQuery()),
    ])
  },
  head: ({ match }) => {
    const { site } = match.context
    const { search, ...list } = match.loaderDeps
    const { meta, links } = titleTags(
      site,
      search ? `“${search}”` : 'Posts',
      listHref('/forum', { search, ...list }),
    )
    // Pages of results are endless and nobody's to find.
    return { meta: [...meta, ...(search ? [{ name: 'robots', content: 'noindex, follow' }] : [])], links }
  },
  pendingComponent: ForumSkeleton,
  component: Forum,
})

function Forum() {
  return <ForumPage search={Route.useLoaderDeps()} />
}
