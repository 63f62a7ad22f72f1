import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '../settings/profile-page/load-profile.ts'
import { ProfileNotFound } from '../settings/profile-page/profile-not-found.tsx'
import { ProfilePage, WithHighlights } from '../settings/profile-page/profile-page.tsx'
import { profileSearch } from '../settings/profile-page/profile-search.ts'
import { ProfileSkeleton } from '../settings/profile-page/profile-skeleton.tsx'

export const Route = createFileRoute('/profile/$username')({
  validateSearch: profileSearch,
  loaderDeps: ({ search }) => profileSearch(search),
  loader: ({ context, params, deps }) => loadProfile(context, params.username, deps),
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `User not found | ${match.context.site.name}` }] },
  pendingComponent: ProfileSkeleton,
  notFoundComponent: ProfileNotFound,
  component: () => {
    const { username } = Route.useParams()
    return (
      <WithHighlights username={username}>
        <ProfilePage key={username} username={username} search={Route.useLoaderDeps()} />
      </WithHighlights>
    )
  },
})
