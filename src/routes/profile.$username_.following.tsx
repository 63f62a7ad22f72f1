import { createFileRoute } from '@tanstack/react-router'
import { OwnFollowedSubjects } from '../content/following/followed-subjects.tsx'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
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
      prefetchSidebar(context.queryClient),
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
      <WithSidebar>
        <FollowsPage key={username} username={username} side="following" cursor={cursor} />
        <OwnFollowedSubjects username={username} />
      </WithSidebar>
    )
  },
})
