import { createFileRoute } from '@tanstack/react-router'
import { PostNotFound } from '../features/posts/post-not-found.tsx'
import { CommentNotFound } from '../features/revisions/comment-not-found.tsx'
import { HistoryPage } from '../features/revisions/history-page.tsx'
import { historySearch } from '../features/revisions/history-search.ts'
import { HistorySkeleton } from '../features/revisions/history-skeleton.tsx'
import { loadHistory } from '../features/revisions/load-history.ts'
import { historyHead } from '../features/revisions/metadata.ts'

export const Route = createFileRoute('/post/$id_/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => historySearch(search),
  loader: ({ context, params, deps }) => loadHistory(context.queryClient, params.id, deps),
  head: ({ loaderData, match, params }) =>
    historyHead(match.context.site, params.id, match.loaderDeps, loaderData),
  pendingComponent: HistorySkeleton,
  notFoundComponent: Missing,
  component: () => <HistoryPage postId={Route.useParams().id} search={Route.useLoaderDeps()} />,
})

function Missing() {
  const { id } = Route.useParams()
  const { comment } = Route.useSearch()
  return comment === undefined ? <PostNotFound /> : <CommentNotFound postId={id} />
}
