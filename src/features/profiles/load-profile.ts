import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { type ProfileMetadata, profileMetadata } from './metadata.ts'
import { type ProfileSearch, profileSearch } from './profile-search.ts'
import { PROFILE_TABS } from './profile-tabs.ts'
import { profileQuery } from './queries.ts'

/**
 * What the page of a profile shows to a visitor; answers what its head says. Nobody of that name is a page that says
 * so; a name that its owner gave up leads to the one they have now.
 */
export async function loadProfile(
  queryClient: QueryClient,
  username: string,
  { tab = 'posts', cursor }: ProfileSearch,
): Promise<ProfileMetadata> {
  const list = PROFILE_TABS[tab].load(queryClient, username, cursor)
  // Whoever is not found has no list either: that is said once.
  list.catch(() => undefined)
  try {
    const profile = await queryClient.ensureQueryData(profileQuery(username))
    if (profile.username.toLowerCase() !== username.toLowerCase())
      throw redirect({
        to: '/profile/$username',
        params: { username: profile.username },
        search: profileSearch({ tab }),
      })
    await list
    return profileMetadata(profile)
  } catch (error) {
    throw (error as { code?: string }).code === 'NOT_FOUND' ? notFound() : error
  }
}
