import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { cursorPages } from '../../api/core/query-options.ts'
import { postListQuery } from '../posts/list/list-queries.ts'
import { leaveErrorToBoundary } from '../site/list-boundary.tsx'
import type { Search } from './search-params.ts'

/** Loads the summary first: its spelling decides which words the list is for. */
export async function loadSearch(queryClient: QueryClient, search: Search): Promise<void> {
  // Without the summary the page has no counts and no corrected spelling.
  const summary = await queryClient.ensureQueryData(summaryQuery(search)).catch(() => undefined)
  const shown = { ...search, search: shownWords(search, summary) }
  await loadList(queryClient, shown).catch(leaveErrorToBoundary)
}

function loadList(queryClient: QueryClient, search: Search): Promise<unknown> {
  if (search.in === 'comments') return queryClient.ensureInfiniteQueryData(foundCommentsQuery(search))
  if (search.in === 'notes') return queryClient.ensureInfiniteQueryData(foundNotesQuery(search))
  if (search.in === 'people') return queryClient.ensureInfiniteQueryData(foundPeopleQuery(search))
  return queryClient.ensureInfiniteQueryData(postListQuery({ ...search, pinnedFirst: true }))
}

/** The words with corrected spelling, unless the address asks for the typed ones. */
export function shownWords(
  { search, spelling }: Search,
  summary: { spelling: string | null } | undefined,
): string {
  return spelling === 'typed' ? search : (summary?.spelling ?? search)
}

/** The number of results of each kind, and the corrected spelling. */
export function summaryQuery({ search, spelling, time, categories }: Search) {
  return api.searches.summary.queryOptions({
    input: {
      search,
      ...(spelling && { spelling }),
      ...(time && { time }),
      // Text, so that the same search has the same address.
      ...(categories && { categories: categories.join(',') }),
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
