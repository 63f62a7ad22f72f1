import { createFileRoute } from '@tanstack/react-router'
import { OwnSubjects } from '../content/following/followed-subjects.tsx'
import { prefetchAside } from '../content/sidebar/queries.ts'
import { WithAside } from '../content/sidebar/with-aside.tsx'
import { FollowsPage } from '../people/follows/follows-page.tsx'
import { followsHead, followsSearch } from '../people/follows/follows-search.ts'
import { FollowsSkeleton } from '../people/follows/follows-skeleton.tsx'
import { loadFollows } from '../people/follows/queries.ts'
import { ProfileNotFound } from '../settings/profile-page/profile-not-found.tsx'

export const Route = createFileRoute('/profile/$username_/following')({
  validateSearch: followsSearch,
  loaderDeps: ({ search }) => followsSearch(search),
  loader: async ({ context, params, deps }) => {
    const [head] = await Promise.all([
      loadFollows(context.queryClient, params.username, 'following', deps.cursor),
      prefetchAside(context.queryClient),
    ])
    return head
  },
  head: ({ loaderData, match }) => followsHead(match.context.site, 'following', loaderData),
  pendingComponent: FollowsSkeleton,
  notFoundComponent: ProfileNotFound,
  component: () => {
    const { username } = Route.useParams()
    const { cursor } = Route.useLoaderDeps()
    return (
      <WithAside>
        <FollowsPage key={username} username={username} side="following" cursor={cursor} />
        <OwnSubjects username={username} />
      </WithAside>
    )
  },
})
