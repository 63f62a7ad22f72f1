import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchAside } from '../features/aside/queries.ts'
import { WithAside } from '../features/aside/with-aside.tsx'
import { categoryLabelsQuery } from '../features/categories/queries.ts'
import { FollowingList } from '../features/following/following-list.tsx'
import { ForumPage } from '../features/posts/list/forum-page.tsx'
import { postListQuery } from '../features/posts/list/list-queries.ts'
import { ForumSkeleton } from '../features/posts/skeletons.tsx'
import { loadSearch } from '../features/search/queries.ts'
import { SearchPage } from '../features/search/search-page.tsx'
import { type ForumSearch, forumSearch, isSearch, searchHref } from '../features/search/search-params.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'
import { titleTags } from '../platform/http/head.ts'
import { isolated } from '../platform/isolated.ts'

export const Route = createFileRoute('/forum')({
  validateSearch: forumSearch,
  loaderDeps: ({ search }) => forumSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      loadList(queryClient, deps),
      queryClient.prefetchQuery(categoryLabelsQuery()),
      prefetchAside(queryClient),
    ])
  },
  head: ({ match }) => {
    const { site } = match.context
    const { search, following } = match.loaderDeps
    const { meta, links } = titleTags(
      site,
      search ? `“${isolated(search)}”` : following ? 'Following' : 'Posts',
      searchHref(match.loaderDeps),
    )
    // Excludes search results, which are endless, and followed posts, which are private, from search engines.
    return {
      meta: [...meta, ...(search || following ? [{ name: 'robots', content: 'noindex, follow' }] : [])],
      links,
    }
  },
  pendingComponent: ForumSkeleton,
  component: Forum,
})

/** Skips the list of followed posts. It is private, so the browser requests it. */
function loadList(queryClient: QueryClient, deps: ForumSearch): Promise<unknown> | undefined {
  if (isSearch(deps)) return loadSearch(queryClient, deps)
  if (deps.following) return undefined
  return queryClient
    .ensureInfiniteQueryData(postListQuery({ ...deps, pinnedFirst: true }))
    .catch(leaveErrorToBoundary)
}

function Forum() {
  const search = Route.useLoaderDeps()
  if (isSearch(search)) return <SearchPage search={search} />
  return (
    <WithAside withConcepts>
      <ForumPage search={search} followed={search.following && <FollowingList search={search} />} />
    </WithAside>
  )
}
