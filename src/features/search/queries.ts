import { api } from '../../api/core/client.ts'
import type { Search } from './search-params.ts'

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
