import { createFileRoute } from '@tanstack/react-router'
import { loadNote, redirectToReply } from '../content/notes/load-note.ts'
import { NoteNotFound, NotePage } from '../content/notes/note-page.tsx'
import { repliesSearch } from '../content/notes/notes-search.ts'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { RowListSkeleton } from '../ui/feedback/skeleton.tsx'

export const Route = createFileRoute('/notes_/$id')({
  validateSearch: repliesSearch,
  loaderDeps: ({ search }) => repliesSearch({ ...search }),
  loader: async ({ context, params, deps }) => {
    if (deps.reply) await redirectToReply(params.id, deps.reply)
    const [head] = await Promise.all([
      loadNote(context, params.id, deps.replies),
      prefetchSidebar(context.queryClient),
    ])
    return head
  },
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `Note not found | ${match.context.site.name}` }] },
  pendingComponent: () => <RowListSkeleton count={3} label="Loading note" />,
  notFoundComponent: NoteNotFound,
  component: () => {
    const { id } = Route.useParams()
    return (
      <WithSidebar>
        <NotePage key={id} id={id} repliesFrom={Route.useLoaderDeps().replies} />
      </WithSidebar>
    )
  },
})
