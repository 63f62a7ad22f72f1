import { isolateText } from '../../platform/bidi-isolation.ts'
import { titleTags } from '../../platform/http/head.ts'
import { writeQuery } from '../../platform/http/query-string.ts'
import { isCursor } from '../../platform/keyset.ts'
import type { Site } from '../../platform/site.ts'
import type { FollowsSide } from './policy.ts'

interface FollowsSearch {
  /** Cursor of the first page shown. Browsers without JavaScript use it to load the next pages. */
  cursor?: string
}

/** Validates the URL's search parameters. An invalid cursor is omitted, so the first page is shown. */
export function followsSearch({ cursor }: { cursor?: unknown }): FollowsSearch {
  return isCursor(cursor, 'newest') ? { cursor } : {}
}

export function followsHref(username: string, side: FollowsSide, cursor?: string): string {
  return `/profile/${username}/${side}${writeQuery({ cursor })}`
}

export const TITLES: Record<FollowsSide, (name: string) => string> = {
  followers: (name) => `Followers of ${name}`,
  following: (name) => `Followed by ${name}`,
}

/** @param member undefined if there is no such member */
export function followsHead(
  site: Site,
  side: FollowsSide,
  member: { name: string; username: string } | undefined,
) {
  if (!member) return { meta: [{ title: `User not found | ${site.name}` }] }
  return titleTags(site, TITLES[side](isolateText(member.name)), followsHref(member.username, side))
}
