import { createFileRoute } from '@tanstack/react-router'
import { WithHighlights } from '../features/profile-page/profile-aside.tsx'
import { ProfileNotFound } from '../features/profile-page/profile-not-found.tsx'
import { ProfilePage } from '../features/profile-page/profile-page.tsx'
import { profileSearch } from '../features/profile-page/profile-search.ts'
import { ProfileSkeleton } from '../features/profile-page/profile-skeleton.tsx'

export const Route = createFileRoute('/profile/$username')({
  validateSearch: profileSearch,
  loaderDeps: ({ search }) => profileSearch(search),
  // A route's loader is part of the application that every page loads; what it does need not be.
  loader: async ({ context, params, deps }) => {
    const { loadProfile } = await import('../features/profile-page/load-profile.ts')
    return loadProfile(context, params.username, deps)
  },
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `User not found | ${match.context.site.name}` }] },
  pendingComponent: ProfileSkeleton,
  notFoundComponent: ProfileNotFound,
  component: Profile,
})

function Profile() {
  const { username } = Route.useParams()
  return (
    <WithHighlights username={username}>
      <ProfilePage key={username} username={username} search={Route.useLoaderDeps()} />
    </WithHighlights>
  )
}
