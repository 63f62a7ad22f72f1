import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchAside } from '../features/aside/queries.ts'
import { WithAside } from '../features/aside/with-aside.tsx'
import { categoryLabelsQuery } from '../features/categories/queries.ts'
import { ForumPage } from '../features/posts/list/forum-page.tsx'
import { postListQuery } from '../features/posts/list/list-queries.ts'
import { ForumSkeleton } from '../features/posts/list/list-skeletons.tsx'
import { SearchPage } from '../features/search/search-page.tsx'
import { forumSearch, isSearch, type Search, searchHref } from '../features/search/search-params.ts'
import { leaveErrorToBoundary } from '../features/site/list-boundary.tsx'
import { titleTags } from '../platform/head.ts'

export const Route = createFileRoute('/forum')({
  validateSearch: forumSearch,
  loaderDeps: ({ search }) => forumSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      isSearch(deps)
        ? loadSearch(queryClient, deps)
        : queryClient
            .ensureInfiniteQueryData(postListQuery({ ...deps, pinnedFirst: true }))
            .catch(leaveErrorToBoundary),
      queryClient.prefetchQuery(categoryLabelsQuery()),
      prefetchAside(queryClient),
    ])
  },
  head: ({ match }) => {
    const { site } = match.context
    const { search } = match.loaderDeps
    const { meta, links } = titleTags(site, search ? `“${search}”` : 'Posts', searchHref(match.loaderDeps))
    // Pages of results are endless and nobody's to find.
    return { meta: [...meta, ...(search ? [{ name: 'robots', content: 'noindex, follow' }] : [])], links }
  },
  pendingComponent: ForumSkeleton,
  component: Forum,
})

async function loadSearch(queryClient: QueryClient, search: Search): Promise<void> {
  const searching = await import('../features/search/load-search.ts')
  await searching.loadSearch(queryClient, search)
}

function Forum() {
  const search = Route.useLoaderDeps()
  if (isSearch(search)) return <SearchPage search={search} />
  return (
    <WithAside withConcepts>
      <ForumPage search={search} />
    </WithAside>
  )
}
