import { writeQuery } from '../../platform/http/query-string.ts'
import { isCursor } from '../../platform/keyset.ts'

export const TABS = ['posts', 'comments', 'notes'] as const
export type ProfileTab = (typeof TABS)[number]

/** Search parameters of a profile page. `tab` is omitted for the first tab. */
export interface ProfileSearch {
  tab?: ProfileTab
  cursor?: string
}

/** Validates the search parameters. Ignores an unknown tab and an invalid cursor. */
export function profileSearch({ tab, cursor }: { tab?: unknown; cursor?: unknown }): ProfileSearch {
  const chosen = TABS.find((each) => each === tab)
  return {
    ...(chosen && chosen !== 'posts' && { tab: chosen }),
    ...(isCursor(cursor, 'newest') && { cursor }),
  }
}

export function profileHref(username: string, tab: ProfileTab = 'posts', cursor?: string): string {
  return `/profile/${username}${writeQuery({ ...profileSearch({ tab, cursor }) })}`
}
