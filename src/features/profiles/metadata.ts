import type { Site } from '../../platform/site.ts'
import { avatarSource } from '../../ui/avatar-source.ts'
import { description } from '../posts/excerpt.ts'
import { titled } from '../posts/metadata.ts'
import { DESCRIPTION_LENGTH } from '../posts/policy.ts'
import type { Profile } from './contract.ts'
import { nameOf } from './policy.ts'
import { profileHref } from './profile-search.ts'

/** What the head of a profile says of it; the loader hands it over. */
export type ProfileMetadata = Pick<Profile, 'username' | 'avatar_url' | 'created_at'> & {
  name: string
  description: string
  post_count: number
  followers_count: number
}

export function profileMetadata(profile: Profile): ProfileMetadata {
  const { username, avatar_url, created_at, bio, post_count, followers_count } = profile
  const name = nameOf(profile)
  return {
    username,
    avatar_url,
    created_at,
    name,
    description: bio ? shortened(bio) : `Posts and comments by ${name} (@${username}).`,
    post_count,
    followers_count,
  }
}

/** Title, description, social tags, canonical address and structured data of a profile, whichever tab is open. */
export function profileHead(site: Site, profile: ProfileMetadata) {
  const { name, username, description, avatar_url } = profile
  const { meta, links } = titled(site, `${name} (@${username})`, profileHref(username))
  return {
    meta: [
      ...meta,
      { name: 'description', content: description },
      { property: 'og:description', content: description },
      { property: 'og:type', content: 'profile' },
      { property: 'profile:username', content: username },
      ...(avatar_url ? [{ property: 'og:image', content: site.url + avatarSource(avatar_url, 192) }] : []),
      { 'script:ld+json': profilePage(site, profile) },
    ],
    links,
  }
}

/** schema.org/ProfilePage */
function profilePage(site: Site, profile: ProfileMetadata) {
  const { name, username, description, avatar_url, created_at, post_count, followers_count } = profile
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
      name,
      alternateName: username,
      url: site.url + profileHref(username),
      description,
      ...(avatar_url && { image: site.url + avatarSource(avatar_url, 192) }),
      interactionStatistic: count('FollowAction', followers_count),
      agentInteractionStatistic: count('WriteAction', post_count),
    },
  }
}

function shortened(bio: string): string {
  return bio.length > DESCRIPTION_LENGTH ? description(bio, DESCRIPTION_LENGTH) : bio
}
