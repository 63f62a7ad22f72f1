import { writeQuery } from '../../../platform/http/query-string.ts'
import { isUuid } from '../../../platform/uuid.ts'
import {
  defaultSort,
  FILTER_LIMIT,
  SEARCH_LIMIT,
  SORTS,
  type Sort,
  sortOf,
  TIMES,
  type TimeFilter,
} from '../policy.ts'
import { isCursorOf, readPostCursor } from './cursor.ts'

export interface ListSearch {
  search?: string
  sort?: Sort
  time?: TimeFilter
  /** Ids of concepts. A post must have at least one of them. */
  concepts?: string[]
  /** With `'typed'`, the search uses exactly the typed words and ignores the spelling suggestion. */
  spelling?: 'typed'
  /** Limits the list to followed members, concepts and discussions. Can't be combined with a search. */
  following?: '1'
  cursor?: string
}

/** Parses the URL parameters. Omits unknown values and defaults, so that each list has a single URL. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const search = textOf(raw.search).trim().slice(0, SEARCH_LIMIT).trim()
  const sort = oneOf(SORTS, raw.sort)
  const time = oneOf(TIMES, raw.time)
  const concepts = idsOf(raw.concepts)
  const cursor = textOf(raw.cursor)
  const order = sortOf({ sort, search })
  return {
    ...(search && { search }),
    ...(order !== defaultSort(search) && { sort: order }),
    ...(time && time !== 'all' && { time }),
    ...(concepts.length > 0 && { concepts }),
    ...(search && raw.spelling === 'typed' && { spelling: 'typed' as const }),
    ...(!search && String(raw.following) === '1' && { following: '1' as const }),
    ...(isCursorOf(readPostCursor(cursor), order, search !== '') && { cursor }),
  }
}

export function listHref(path: string, from: ListSearch, change: ListSearch = {}): string {
  return path + writeQuery({ ...listSearch({ ...from, cursor: undefined, ...change }) })
}

function textOf(value: unknown): string {
  // Replaces U+0000, the only character that PostgreSQL's text type does not accept.
  return typeof value === 'string' ? value.replaceAll('\0', ' ') : ''
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((each) => each === value)
}

/** Sorts the ids, so that the order of clicks doesn't change the URL. */
function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : textOf(value).split(',')
  const ids = list.filter(isUuid).map((id) => id.toLowerCase())
  return [...new Set(ids)].sort().slice(0, FILTER_LIMIT)
}
