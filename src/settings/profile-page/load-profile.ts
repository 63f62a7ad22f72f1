import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { profileNotesQuery } from '../../content/notes/queries.ts'
import { DESCRIPTION_LENGTH } from '../../content/posts/policy.ts'
import type { Profile } from '../../people/profiles/contract.ts'
import { profileQuery } from '../../people/profiles/queries.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { metaDescription } from '../../platform/excerpt.ts'
import { titleTags } from '../../platform/http/head.ts'
import type { Site } from '../../platform/site.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { feedLinks } from '../../shared/branding/feed-links.tsx'
import { leaveErrorToBoundary, leaveFailureToBoundary } from '../../shared/branding/list-boundary.tsx'
import { stripMarkup } from '../../shared/markup/preview.ts'
import { avatarSource } from '../../ui/avatar-source.ts'
import { type ProfileSearch, type ProfileTab, profileHref, profileSearch } from './profile-search.ts'
import { highlightsQuery, profileCommentsQuery, profilePostsQuery } from './queries.ts'

/** Loads a profile page and returns its head. Redirects from a former username to the current one. */
export async function loadProfile(
  { queryClient, site }: { queryClient: QueryClient; site: Site },
  username: string,
  { tab = 'posts', cursor }: ProfileSearch,
): Promise<Partial<ReturnType<typeof profileHead>>> {
  const beside = queryClient.prefetchQuery(highlightsQuery(username))
  const list = LOAD_TAB[tab](queryClient, username, cursor).catch(leaveErrorToBoundary)
  const profile = await queryClient.ensureQueryData(profileQuery(username)).catch(leaveFailureToBoundary)
  if (!profile) return { meta: [{ title: `@${username} | ${site.name}` }] }
  if (profile.username.toLowerCase() !== username.toLowerCase())
    throw redirect({
      to: '/profile/$username',
      params: { username: profile.username },
      search: profileSearch({ tab }),
    })
  await list
  // Only the server waits for the highlights, to include them in its HTML. The browser shows them later.
  if (typeof document === 'undefined') await beside
  return profileHead(site, profile)
}

type Load = (queryClient: QueryClient, username: string, cursor: string | undefined) => Promise<unknown>

/** Loads a tab's list. Separate from PROFILE_TABS, because the tabs' panels are not in the main bundle. */
const LOAD_TAB: Record<ProfileTab, Load> = {
  posts: (queryClient, ...list) => queryClient.ensureInfiniteQueryData(profilePostsQuery(...list)),
  comments: (queryClient, ...list) => queryClient.ensureInfiniteQueryData(profileCommentsQuery(...list)),
  notes: (queryClient, ...list) => queryClient.ensureInfiniteQueryData(profileNotesQuery(...list)),
}

/** Width in pixels of the largest stored avatar. */
const FACE = 192

/** Returns the head of the profile page, which is the same for every tab. */
function profileHead(site: Site, profile: Profile) {
  const { username, avatar_url } = profile
  const { meta, links } = titleTags(
    site,
    `${isolateText(displayName(profile))} (@${username})`,
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
      // The router renders this entry as a script element.
      { 'script:ld+json': profilePage(site, profile) } as object,
    ],
    links: [
      ...links,
      ...feedLinks(
        `/feeds/members/${username}`,
        `${isolateText(displayName(profile))} | ${isolateText(site.name)}`,
      ),
    ],
  }
}

function face(site: Site, avatar_url: string, name: string) {
  return [
    { property: 'og:image', content: site.url + avatarSource(avatar_url, FACE) },
    { property: 'og:image:width', content: String(FACE) },
    { property: 'og:image:height', content: String(FACE) },
    { property: 'og:image:alt', content: name },
    { name: 'twitter:card', content: 'summary' },
  ]
}

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
  const words = stripMarkup(bio)
  return words.length > DESCRIPTION_LENGTH ? metaDescription(words, DESCRIPTION_LENGTH) : words
}
