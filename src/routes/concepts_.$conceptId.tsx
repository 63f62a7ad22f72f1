import { createFileRoute, notFound } from '@tanstack/react-router'
import { ConceptNotFound, ConceptPage } from '../content/concepts/concept-page.tsx'
import { conceptLabelsQuery, conceptQuery } from '../content/concepts/queries.ts'
import { postListQuery } from '../content/posts/list/list-queries.ts'
import { type ListSearch, listHref, listSearch } from '../content/posts/list/search-params.ts'
import { ForumSkeleton } from '../content/posts/skeletons.tsx'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { isolateText } from '../platform/bidi-isolation.ts'
import { descriptionTags } from '../platform/http/head.ts'
import { isUuid } from '../platform/uuid.ts'
import { feedLinks } from '../shared/branding/feed-links.tsx'
import { leaveErrorToBoundary, leaveFailureToBoundary } from '../shared/branding/list-boundary.tsx'

/** Parses the search parameters of a concept's list of posts. The concept itself is in the path. */
function conceptSearch({ sort, time, cursor }: ListSearch): ListSearch {
  return listSearch({ sort, time, cursor })
}

export const Route = createFileRoute('/concepts_/$conceptId')({
  validateSearch: conceptSearch,
  loaderDeps: ({ search }) => conceptSearch(search),
  loader: async ({ context: { queryClient }, params, deps }) => {
    if (!isUuid(params.conceptId)) throw notFound()
    const id = params.conceptId.toLowerCase()
    const [concept] = await Promise.all([
      queryClient.ensureQueryData(conceptQuery(id)).catch(leaveFailureToBoundary),
      queryClient
        .ensureInfiniteQueryData(postListQuery({ ...deps, concepts: [id] }))
        .catch(leaveErrorToBoundary),
      queryClient.prefetchQuery(conceptLabelsQuery()),
      prefetchSidebar(queryClient),
    ])
    return { id, name: concept?.name ?? 'Concept', description: concept?.description }
  },
  head: ({ loaderData, match }) => {
    const { site } = match.context
    if (!loaderData) return { meta: [{ title: `Category not found | ${site.name}` }] }
    const { id, name, description } = loaderData
    const path = listHref(`/concepts/${id}`, match.loaderDeps)
    const { meta, links } = descriptionTags(site, name, path, description || `Posts on ${name}`)
    return {
      meta,
      links: [
        ...links,
        ...feedLinks(`/feeds/concepts/${id}`, `${isolateText(name)} | ${isolateText(site.name)}`),
      ],
    }
  },
  pendingComponent: ForumSkeleton,
  notFoundComponent: ConceptNotFound,
  component: () => {
    const { id } = Route.useLoaderData()
    return (
      <WithSidebar withConcepts>
        <ConceptPage key={id} id={id} search={Route.useLoaderDeps()} />
      </WithSidebar>
    )
  },
})
