import { createFileRoute } from '@tanstack/react-router'
import { publicActivity } from '../features/activity/activity-feed.tsx'
import { communityNumbersQuery } from '../features/community/queries.ts'
import { HomePage } from '../features/home/home-page.tsx'
import { recentPosts } from '../features/home/recent-discussions.tsx'
import { TokenNotice } from '../features/home/token-notice.tsx'
import { tokenSearch } from '../features/home/token-search.ts'

export const Route = createFileRoute('/')({
  validateSearch: tokenSearch,
  // Never fails: a home page without its discussions is still a home page. In the browser it does not wait for them.
  loader: async ({ context: { queryClient } }) => {
    const lists = [
      queryClient.prefetchQuery(recentPosts()),
      queryClient.prefetchQuery(publicActivity()),
      // In the browser who shows it asks for it: members do not.
      ...(import.meta.env.SSR ? [queryClient.prefetchQuery(communityNumbersQuery())] : []),
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
  return (
    <>
      <TokenNotice search={Route.useSearch()} />
      <HomePage />
    </>
  )
}
