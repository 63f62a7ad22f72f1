import { writeQuery } from '../../../platform/query-string.ts'
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
import { isCursorOf, readCursor } from './cursor.ts'

/** What the address of a list says; what is missing has its default. */
export interface ListSearch {
  search?: string
  sort?: Sort
  time?: TimeFilter
  /** Ids: posts of any of these concepts. */
  categories?: string[]
  /** Of a search: its words as they were typed, where they are usually spelt otherwise. */
  spelling?: 'typed'
  /** Only what the viewer follows. A search looks through all posts. */
  following?: '1'
  cursor?: string
}

/**
 * The list that an address asks for. Pure, and never fails: unknown values fall back to their defaults, defaults
 * and empty values are left out, so that each list has one address. A broken cursor is page 1.
 */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  const search = textOf(raw.search).trim().slice(0, SEARCH_LIMIT).trim()
  const sort = oneOf(SORTS, raw.sort)
  const time = oneOf(TIMES, raw.time)
  const categories = idsOf(raw.categories)
  const cursor = textOf(raw.cursor)
  const order = sortOf({ sort, search })
  return {
    ...(search && { search }),
    ...(order !== defaultSort(search) && { sort: order }),
    ...(time && time !== 'all' && { time }),
    ...(categories.length > 0 && { categories }),
    ...(search && raw.spelling === 'typed' && { spelling: 'typed' as const }),
    ...(!search && String(raw.following) === '1' && { following: '1' as const }),
    ...(isCursorOf(readCursor(cursor), order, search !== '') && { cursor }),
  }
}

/** The address of a list: `from` with some of it changed, on its first page. */
export function listHref(path: string, from: ListSearch, change: ListSearch = {}): string {
  return path + writeQuery({ ...listSearch({ ...from, cursor: undefined, ...change }) })
}

function textOf(value: unknown): string {
  // PostgreSQL's texts hold every character but U+0000.
  return typeof value === 'string' ? value.replaceAll('\0', ' ') : ''
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((each) => each === value)
}

/** A comma list from an address, or a list from a link; sorted, so that the order of clicks makes no new page. */
function idsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : textOf(value).split(',')
  const ids = list.filter(isUuid).map((id) => id.toLowerCase())
  return [...new Set(ids)].sort().slice(0, FILTER_LIMIT)
}
