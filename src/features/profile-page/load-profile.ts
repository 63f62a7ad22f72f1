import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { Site } from '../../platform/site.ts'
import { profileNotesQuery } from '../notes/queries.ts'
import { profileQuery } from '../profiles/queries.ts'
import { leaveErrorToBoundary, leaveFailureToBoundary } from '../site/list-boundary.tsx'
import { profileHead } from './metadata.ts'
import { type ProfileSearch, type ProfileTab, profileSearch } from './profile-search.ts'
import { highlightsQuery, profileCommentsQuery, profilePostsQuery } from './queries.ts'

/**
 * What the page of a profile shows to a visitor; answers its head. Nobody of that name is a page that says so; a name that its owner gave up leads to the one they have now.
 */
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
  // Nobody waits for it where one goes from page to page.
  if (typeof document === 'undefined') await beside
  return profileHead(site, profile)
}

type Load = (queryClient: QueryClient, username: string, cursor: string | undefined) => Promise<unknown>

/** Apart from the panels: loaders come with the application, components with their page. */
const LOAD_TAB: Record<ProfileTab, Load> = {
  posts: (queryClient, ...list) => queryClient.ensureInfiniteQueryData(profilePostsQuery(...list)),
  comments: (queryClient, ...list) => queryClient.ensureInfiniteQueryData(profileCommentsQuery(...list)),
  notes: (queryClient, ...list) => queryClient.ensureInfiniteQueryData(profileNotesQuery(...list)),
}
