import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { api } from '../../api/core/client.ts'
import { displayName } from '../authors/display-name.ts'
import { profileQuery } from '../profiles/queries.ts'
import { leaveErrorToBoundary, leaveFailureToBoundary } from '../site/list-boundary.tsx'
import type { Side } from './policy.ts'

/** One side of a member's follows as it grows, from the page that the address asks for. */
export function followsQuery(username: string, side: Side, start: string | undefined) {
  return api.follows[side].infiniteOptions({
    input: (cursor: string | undefined) => ({ username, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

/**
 * Who follows a member, or whom they follow, as everybody sees it; answers how they are called. Nobody of that name is
 * a page that says so; a name that its owner gave up leads to the one they have now.
 */
export async function loadFollows(
  queryClient: QueryClient,
  username: string,
  side: Side,
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
