import { createFileRoute } from '@tanstack/react-router'
import { FeedsPage } from '../features/feeds/feeds-page.tsx'
import { descriptionTags } from '../platform/head.ts'

const ABOUT =
  'Read the forum in a reader of your own: all discussions, every concept and every member have a feed.'

export const Route = createFileRoute('/feeds')({
  loader: async ({ context: { queryClient, api } }) => {
    await queryClient.prefetchQuery(api.categories.list.queryOptions())
  },
  head: ({ match }) => descriptionTags(match.context.site, 'Feeds', '/feeds', ABOUT),
  component: FeedsPage,
})
