import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { leaveErrorToBoundary, leaveFailureToBoundary } from '../../shared/branding/list-boundary.tsx'
import { profileQuery } from '../profiles/queries.ts'
import type { FollowsSide } from './policy.ts'

export function followsQuery(username: string, side: FollowsSide, start: string | undefined) {
  return api.follows[side].infiniteOptions(cursorPages({ username }, start))
}

/** Loads a page of followers or followed members, and the member's name. Redirects from former usernames. */
export async function loadFollows(
  queryClient: QueryClient,
  username: string,
  side: FollowsSide,
  cursor: string | undefined,
): Promise<{ name: string; username: string }> {
  const list = queryClient
    .ensureInfiniteQueryData(followsQuery(username, side, cursor))
    .catch(leaveErrorToBoundary)
  const profile = await queryClient.ensureQueryData(profileQuery(username)).catch(leaveFailureToBoundary)
  if (!profile) return { name: `@${username}`, username }
  if (profile.username.toLowerCase() !== username.toLowerCase())
    throw redirect({ to: `/profile/$username/${side}`, params: { username: profile.username } })
  await list
  return { name: displayName(profile), username: profile.username }
}
