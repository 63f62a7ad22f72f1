import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { displayName } from '../authors/display-name.ts'
import { profileQuery } from '../profiles/queries.ts'
import { leaveErrorToBoundary, leaveFailureToBoundary } from '../site/list-boundary.tsx'
import type { Side } from './policy.ts'
import { followsQuery } from './queries.ts'

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
