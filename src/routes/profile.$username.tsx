import { createFileRoute } from '@tanstack/react-router'
import { loadProfile } from '../features/profile-page/load-profile.ts'
import { ProfileNotFound } from '../features/profile-page/profile-not-found.tsx'
import { ProfilePage, WithHighlights } from '../features/profile-page/profile-page.tsx'
import { profileSearch } from '../features/profile-page/profile-search.ts'
import { ProfileSkeleton } from '../features/profile-page/profile-skeleton.tsx'

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
