import { createFileRoute } from '@tanstack/react-router'
import { communityCountsQuery } from '../pages/community/queries.ts'
import { publicActivity } from '../people/activity/activity-feed.tsx'
import { HomePage, type HomeSearch } from '../shell/home/home-page.tsx'
import { recentPosts } from '../shell/home/recent-discussions.tsx'
import { TokenNotice } from '../shell/home/token-notice.tsx'

export const Route = createFileRoute('/')({
  validateSearch: ({ verify, verified, admin, tab }: Record<string, unknown>): HomeSearch => ({
    verify: verify === undefined ? undefined : String(verify),
    verified: verified === 'yes' || verified === 'no' ? verified : undefined,
    admin: admin === undefined ? undefined : String(admin),
    tab: tab === 'following' ? tab : undefined,
  }),
  // Never rejects, because the page works without its lists. In the browser, it appears before they load.
  loader: async ({ context: { queryClient } }) => {
    const lists = [
      queryClient.prefetchQuery(recentPosts()),
      queryClient.prefetchQuery(publicActivity()),
      // In the browser, the component loads the counts itself, because only guests see them.
      ...(import.meta.env.SSR ? [queryClient.prefetchQuery(communityCountsQuery())] : []),
    ]
    if (typeof document === 'undefined') await Promise.all(lists)
  },
  head: ({ match }) => ({
    meta: [{ property: 'og:url', content: `${match.context.site.url}/` }],
    links: [{ rel: 'canonical', href: `${match.context.site.url}/` }],
  }),
  component: Home,
})

function Home() {
  const search = Route.useSearch()
  return (
    <>
      <TokenNotice search={search} />
      <HomePage tab={search.tab} />
    </>
  )
}
