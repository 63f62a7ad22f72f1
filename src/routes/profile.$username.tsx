import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '../features/profiles/load-profile.ts'
import { profileHead } from '../features/profiles/metadata.ts'
import { ProfileNotFound } from '../features/profiles/profile-not-found.tsx'
import { ProfilePage } from '../features/profiles/profile-page.tsx'
import { profileSearch } from '../features/profiles/profile-search.ts'
import { ProfileSkeleton } from '../features/profiles/profile-skeleton.tsx'

export const Route = createFileRoute('/profile/$username')({
  validateSearch: profileSearch,
  loaderDeps: ({ search }) => profileSearch(search),
  loader: ({ context, params, deps }) => loadProfile(context.queryClient, params.username, deps),
  head: ({ loaderData, match }) => {
    const { site } = match.context
    return loaderData ? profileHead(site, loaderData) : { meta: [{ title: `User not found | ${site.name}` }] }
  },
  pendingComponent: ProfileSkeleton,
  notFoundComponent: ProfileNotFound,
  component: Profile,
})

function Profile() {
  const { username } = Route.useParams()
  return <ProfilePage key={username} username={username} search={Route.useLoaderDeps()} />
}
