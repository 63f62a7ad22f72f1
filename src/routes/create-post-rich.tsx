import { createFileRoute } from '@tanstack/react-router'
import { CreatePage } from '../content/posts/write/create-page.tsx'
import { createSearch } from '../content/posts/write/create-search.ts'
import { unlistedHead } from '../platform/http/head.ts'

export const Route = createFileRoute('/create-post-rich')({
  staticData: { needsApplication: true },
  validateSearch: createSearch,
  loader: ({ context }) => context.queryClient.prefetchQuery(context.api.concepts.list.queryOptions()),
  head: unlistedHead('Create Post'),
  component: () => {
    const { concept, draft } = Route.useSearch()
    return <CreatePage format="rich" path="/create-post-rich" concept={concept} draft={draft} />
  },
})
