import { createFileRoute } from '@tanstack/react-router'
import { CommunityPage } from '../pages/community/community-page.tsx'
import { communityQuery } from '../pages/community/queries.ts'
import { eventsPreviewQuery } from '../pages/events/queries.ts'
import { describedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/community')({
  // prefetchQuery never rejects: if members fail to load, the page still shows events, and vice versa.
  loader: async ({ context: { queryClient } }) =>
    void (await Promise.all([
      queryClient.prefetchQuery(communityQuery()),
      queryClient.prefetchQuery(eventsPreviewQuery('upcoming')),
      queryClient.prefetchQuery(eventsPreviewQuery('past')),
    ])),
  head: describedHead('Community', '/community', 'The newest and most active members of the community.'),
  component: CommunityPage,
})
