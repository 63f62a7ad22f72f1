import { writeQuery } from '../../platform/http/query-string.ts'
import { isCursor } from '../../platform/keyset.ts'
import { type ListSearch, listSearch } from '../posts/list/search-params.ts'
import { SEARCH_KINDS, type SearchKind } from './policy.ts'

export interface ForumSearch extends ListSearch {
  /** Kind of the results. Omitted for posts. */
  in?: Exclude<SearchKind, 'posts'>
}

export type Search = ForumSearch & { search: string }

/** Parses search parameters like listSearch(). Only searches for posts have order, time and concepts. */
export function forumSearch(raw: Record<string, unknown>): ForumSearch {
  const list = listSearch(raw)
  const kind = SEARCH_KINDS.find((each) => each === raw.in)
  if (!list.search || !kind || kind === 'posts') return list
  return {
    search: list.search,
    in: kind,
    ...(list.spelling && { spelling: list.spelling }),
    ...(isCursor(raw.cursor, 'top') && { cursor: raw.cursor }),
  }
}

export function isSearch(search: ForumSearch): search is Search {
  return search.search !== undefined
}

export function searchHref(from: ForumSearch, change: ForumSearch = {}): string {
  return `/forum${writeQuery({ ...forumSearch({ ...from, cursor: undefined, ...change }) })}`
}
