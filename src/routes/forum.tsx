import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { conceptLabelsQuery } from '../content/concepts/queries.ts'
import { FollowingList } from '../content/following/following-list.tsx'
import { ForumPage } from '../content/posts/list/forum-page.tsx'
import { postListQuery } from '../content/posts/list/list-queries.ts'
import { ForumSkeleton } from '../content/posts/skeletons.tsx'
import { loadSearch } from '../content/search/queries.ts'
import { SearchPage } from '../content/search/search-page.tsx'
import { type ForumSearch, forumSearch, isSearch, searchHref } from '../content/search/search-params.ts'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { isolateText } from '../platform/bidi-isolation.ts'
import { titleTags } from '../platform/http/head.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'

export const Route = createFileRoute('/forum')({
  validateSearch: forumSearch,
  loaderDeps: ({ search }) => forumSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      loadList(queryClient, deps),
      queryClient.prefetchQuery(conceptLabelsQuery()),
      prefetchSidebar(queryClient),
    ])
  },
  head: ({ match }) => {
    const { site } = match.context
    const { search, following } = match.loaderDeps
    const { meta, links } = titleTags(
      site,
      search ? `“${isolateText(search)}”` : following ? 'Following' : 'Posts',
      searchHref(match.loaderDeps),
    )
    // Search engines must not index search results, which are endless, and followed posts, which are private.
    return {
      meta: [...meta, ...(search || following ? [{ name: 'robots', content: 'noindex, follow' }] : [])],
      links,
    }
  },
  pendingComponent: ForumSkeleton,
  component: Forum,
})

/** Loads the list, unless it shows followed posts. They are private, so only the browser requests them. */
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
    <WithSidebar withConcepts>
      <ForumPage search={search} followed={search.following && <FollowingList search={search} />} />
    </WithSidebar>
  )
}
