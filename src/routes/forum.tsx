import { createFileRoute } from '@tanstack/react-router'
import { prefetchAside } from '../features/aside/queries.ts'
import { WithAside } from '../features/aside/with-aside.tsx'
import { categoryLabelsQuery } from '../features/categories/queries.ts'
import { ForumPage } from '../features/posts/list/forum-page.tsx'
import { ForumSkeleton } from '../features/posts/list/list-skeletons.tsx'
import { SearchPage } from '../features/search/lazy-search-page.ts'
import { loadForum } from '../features/search/load-forum.ts'
import { forumSearch, isSearch, searchHref } from '../features/search/search-params.ts'
import { titleTags } from '../platform/head.ts'

export const Route = createFileRoute('/forum')({
  validateSearch: forumSearch,
  loaderDeps: ({ search }) => forumSearch(search),
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      isSearch(deps) && SearchPage.preload?.(),
      loadForum(queryClient, deps),
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

function Forum() {
  const search = Route.useLoaderDeps()
  if (isSearch(search)) return <SearchPage search={search} />
  return (
    <WithAside withConcepts>
      <ForumPage search={search} />
    </WithAside>
  )
}
