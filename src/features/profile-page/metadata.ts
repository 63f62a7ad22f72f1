import { description } from '../../platform/excerpt.ts'
import { titleTags } from '../../platform/head.ts'
import { isolated } from '../../platform/isolated.ts'
import type { Site } from '../../platform/site.ts'
import { avatarSource } from '../../ui/avatar-source.ts'
import { displayName } from '../authors/display-name.ts'
import { plainWords } from '../markup/preview.ts'
import { DESCRIPTION_LENGTH } from '../posts/policy.ts'
import type { Profile } from '../profiles/contract.ts'
import { feedLinks } from '../site/feed-links.tsx'
import { profileHref } from './profile-search.ts'

/** Pixels: the largest that is kept. */
const FACE = 192

/** Title, description, social tags, canonical address and structured data of a profile, whichever tab is open. */
export function profileHead(site: Site, profile: Profile) {
  const { username, avatar_url } = profile
  const { meta, links } = titleTags(
    site,
    `${isolated(displayName(profile))} (@${username})`,
    profileHref(username),
  )
  const description = describe(profile)
  return {
    meta: [
      ...meta,
      { name: 'description', content: description },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'profile' },
      { property: 'profile:username', content: username },
      ...(avatar_url ? face(site, avatar_url, displayName(profile)) : []),
      // No <meta>, though it stands among them: the router makes a script of it.
      { 'script:ld+json': profilePage(site, profile) } as object,
    ],
    links: [
      ...links,
      ...feedLinks(
        `/feeds/members/${username}`,
        `${isolated(displayName(profile))} | ${isolated(site.name)}`,
      ),
    ],
  }
}

/** In place of the forum's wide image: a small square. */
function face(site: Site, avatar_url: string, name: string) {
  return [
    { property: 'og:image', content: site.url + avatarSource(avatar_url, FACE) },
    { property: 'og:image:width', content: String(FACE) },
    { property: 'og:image:height', content: String(FACE) },
    { property: 'og:image:alt', content: name },
    { name: 'twitter:card', content: 'summary' },
  ]
}

/** schema.org/ProfilePage */
function profilePage(site: Site, profile: Profile) {
  const { username, avatar_url, created_at, post_count, followers_count } = profile
  const count = (interaction: string, number: number) => ({
    '@type': 'InteractionCounter',
    interactionType: `https://schema.org/${interaction}`,
    userInteractionCount: number,
  })
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: created_at,
    mainEntity: {
      '@type': 'Person',
      name: displayName(profile),
      alternateName: username,
      url: site.url + profileHref(username),
      description: describe(profile),
      ...(avatar_url && { image: site.url + avatarSource(avatar_url, FACE) }),
      interactionStatistic: count('FollowAction', followers_count),
      agentInteractionStatistic: count('WriteAction', post_count),
    },
  }
}

function describe(profile: Profile): string {
  const { bio, username } = profile
  if (!bio) return `Posts and comments by ${displayName(profile)} (@${username}).`
  const words = plainWords(bio)
  return words.length > DESCRIPTION_LENGTH ? description(words, DESCRIPTION_LENGTH) : words
}
