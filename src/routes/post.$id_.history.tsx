import { createFileRoute } from '@tanstack/react-router'
import { PostNotFound } from '../content/posts/post-not-found.tsx'
import { PostSkeleton } from '../content/posts/skeletons.tsx'
import { CommentNotFound, HistoryPage } from '../content/revisions/history-page.tsx'
import { historyHead, historySearch } from '../content/revisions/history-search.ts'
import { loadHistory } from '../content/revisions/load-history.ts'

export const Route = createFileRoute('/post/$id_/history')({
  validateSearch: historySearch,
  loaderDeps: ({ search }) => historySearch(search),
  loader: ({ context, params, deps }) => loadHistory(context.queryClient, params.id, deps),
  head: ({ loaderData, match, params }) =>
    historyHead(match.context.site, params.id, match.loaderDeps, loaderData),
  pendingComponent: () => <PostSkeleton label="Loading edits" />,
  notFoundComponent: Missing,
  component: () => <HistoryPage postId={Route.useParams().id} search={Route.useLoaderDeps()} />,
})

function Missing() {
  const { id } = Route.useParams()
  const { comment } = Route.useSearch()
  return comment === undefined ? <PostNotFound /> : <CommentNotFound postId={id} />
}
