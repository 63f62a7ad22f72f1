import { isCursor } from '../../platform/keyset.ts'
import { writeQuery } from '../../platform/query-string.ts'
import { type ListSearch, listSearch } from '../posts/list/search-params.ts'
import { KINDS, type Kind } from './policy.ts'

/** What the address of the forum says: a list of posts, or what else a search finds. */
export interface ForumSearch extends ListSearch {
  /** What is listed of what the search finds; left out for posts. */
  in?: Exclude<Kind, 'posts'>
}

/** One that looks for something. */
export type Search = ForumSearch & { search: string }

/** As listSearch(), and as pure. Order, time and concepts are those of posts. */
export function forumSearch(raw: Record<string, unknown>): ForumSearch {
  const list = listSearch(raw)
  const kind = KINDS.find((each) => each === raw.in)
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

/** The address of a search: `from` with some of it changed, on its first page. */
export function searchHref(from: ForumSearch, change: ForumSearch = {}): string {
  return `/forum${writeQuery({ ...forumSearch({ ...from, cursor: undefined, ...change }) })}`
}
