import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import { postListQuery } from '../posts/list/list-queries.ts'
import { leaveErrorToBoundary } from '../site/list-boundary.tsx'
import type { Search } from './search-params.ts'

/** What a search shows. Which words it goes by is known first: how they are usually spelt may find more. */
export async function loadSearch(queryClient: QueryClient, search: Search): Promise<void> {
  // Without it the page has no numbers, and its words stay as they are.
  const summary = await queryClient.ensureQueryData(summaryQuery(search)).catch(() => undefined)
  await loadList(queryClient, search, shownWords(search, summary)).catch(leaveErrorToBoundary)
}

function loadList(queryClient: QueryClient, search: Search, words: string): Promise<unknown> {
  if (search.in === 'comments')
    return queryClient.ensureInfiniteQueryData(foundCommentsQuery(words, search.cursor))
  if (search.in === 'notes') return queryClient.ensureInfiniteQueryData(foundNotesQuery(words, search.cursor))
  if (search.in === 'people')
    return queryClient.ensureInfiniteQueryData(foundPeopleQuery(words, search.cursor))
  return queryClient.ensureInfiniteQueryData(postListQuery({ ...search, search: words, pinnedFirst: true }))
}

/** The words whose results are shown: as they are usually spelt, unless they are to stay as typed. */
export function shownWords(
  { search, spelling }: Search,
  summary: { spelling: string | null } | undefined,
): string {
  return spelling === 'typed' ? search : (summary?.spelling ?? search)
}

/** How much is found of each kind, and how the words are usually spelt. */
export function summaryQuery({ search, spelling, time, categories }: Search) {
  return api.searches.summary.queryOptions({
    input: {
      search,
      ...(spelling && { spelling }),
      ...(time && { time }),
      // One text, so that the same search has the same address.
      ...(categories && { categories: categories.join(',') }),
    },
  })
}

/** Results as they grow, from the page that the address asks for. */
export function foundCommentsQuery(search: string, start: string | undefined) {
  return api.searches.comments.infiniteOptions({
    input: (cursor: string | undefined) => ({ search, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

export function foundNotesQuery(search: string, start: string | undefined) {
  return api.searches.notes.infiniteOptions({
    input: (cursor: string | undefined) => ({ search, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

export function foundPeopleQuery(search: string, start: string | undefined) {
  return api.searches.people.infiniteOptions({
    input: (cursor: string | undefined) => ({ search, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}
