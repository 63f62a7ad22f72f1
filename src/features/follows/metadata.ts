import { titleTags } from '../../platform/head.ts'
import { isolated } from '../../platform/isolated.ts'
import type { Site } from '../../platform/site.ts'
import { followsHref } from './follows-search.ts'
import type { Side } from './policy.ts'
import { TITLES } from './titles.ts'

/** Title and address; without a member the page says that there is none. */
export function followsHead(site: Site, side: Side, member: { name: string; username: string } | undefined) {
  if (!member) return { meta: [{ title: `User not found | ${site.name}` }] }
  return titleTags(site, TITLES[side](isolated(member.name)), followsHref(member.username, side))
}
