import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { leaveErrorToBoundary } from '../../shared/branding/list-boundary.tsx'
import { postListQuery } from '../posts/list/list-queries.ts'
import type { Search } from './search-params.ts'

/** Loads the summary before the list, because the list is searched with the summary's corrected spelling. */
export async function loadSearch(queryClient: QueryClient, search: Search): Promise<void> {
  // If the summary fails to load, the page has no counts and no corrected spelling.
  const summary = await queryClient.ensureQueryData(summaryQuery(search)).catch(() => undefined)
  const shown = { ...search, search: resolveSearchText(search, summary) }
  await loadList(queryClient, shown).catch(leaveErrorToBoundary)
}

function loadList(queryClient: QueryClient, search: Search): Promise<unknown> {
  if (search.in === 'comments') return queryClient.ensureInfiniteQueryData(foundCommentsQuery(search))
  if (search.in === 'notes') return queryClient.ensureInfiniteQueryData(foundNotesQuery(search))
  if (search.in === 'people') return queryClient.ensureInfiniteQueryData(foundPeopleQuery(search))
  return queryClient.ensureInfiniteQueryData(postListQuery({ ...search, pinnedFirst: true }))
}

/** Returns the search with corrected spelling, unless the URL asks for exactly the typed words. */
export function resolveSearchText(
  { search, spelling }: Search,
  summary: { spelling: string | null } | undefined,
): string {
  return spelling === 'typed' ? search : (summary?.spelling ?? search)
}

/** Query for the number of results of each kind and the corrected spelling. */
export function summaryQuery({ search, spelling, time, concepts }: Search) {
  return api.searches.summary.queryOptions({
    input: {
      search,
      ...(spelling && { spelling }),
      ...(time && { time }),
      // Sent as a string, so that equal searches have the same URL and share a cached response.
      ...(concepts && { concepts: concepts.join(',') }),
    },
  })
}

export function foundCommentsQuery({ search, cursor }: Search) {
  return api.searches.comments.infiniteOptions(cursorPages({ search }, cursor))
}

export function foundNotesQuery({ search, cursor }: Search) {
  return api.searches.notes.infiniteOptions(cursorPages({ search }, cursor))
}

export function foundPeopleQuery({ search, cursor }: Search) {
  return api.searches.people.infiniteOptions(cursorPages({ search }, cursor))
}
