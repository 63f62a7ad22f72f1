import { sortOf } from '../policy.ts'
import type { ListOptions } from './list-queries.ts'

/** Filters that a live event of a post can be held against: a new post is of each time, and names its concepts. */
const KNOWN = new Set(['time', 'categories', 'sort', 'pinnedFirst'])

/** Whether what is published now stands at the top of this list, so that it can be counted without asking. */
export function takesNewPosts(options: ListOptions): boolean {
  const filters = Object.entries(options).filter(([, value]) => value !== undefined && value !== false)
  return sortOf(options) === 'newest' && filters.every(([name]) => KNOWN.has(name))
}
