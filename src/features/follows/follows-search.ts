import { isCursor } from '../../platform/keyset.ts'
import { writeQuery } from '../../platform/query-string.ts'
import type { Side } from './policy.ts'

export interface FollowsSearch {
  /** Where the list begins, for those who read without script. */
  cursor?: string
}

/** Never fails: a broken cursor is the beginning. */
export function followsSearch({ cursor }: { cursor?: unknown }): FollowsSearch {
  return isCursor(cursor, 'newest') ? { cursor } : {}
}

export function followsHref(username: string, side: Side, cursor?: string): string {
  return `/profile/${username}/${side}${writeQuery({ cursor })}`
}
