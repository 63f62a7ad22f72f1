import { createFileRoute } from '@tanstack/react-router'
import { NoteNotFound } from '../features/notes/note-not-found.tsx'
import { NotePage } from '../features/notes/note-page.tsx'
import { repliesSearch } from '../features/notes/notes-search.ts'
import { RowListSkeleton } from '../ui/feedback/skeleton.tsx'

export const Route = createFileRoute('/notes_/$id')({
  validateSearch: repliesSearch,
  loaderDeps: ({ search }) => repliesSearch({ ...search }),
  loader: async ({ context, params, deps }) => {
    const { loadNote } = await import('../features/notes/load-note.ts')
    return loadNote(context, params.id, deps.replies)
  },
  head: ({ loaderData, match }) =>
    loaderData ?? { meta: [{ title: `Note not found | ${match.context.site.name}` }] },
  pendingComponent: () => <RowListSkeleton count={3} label="Loading note" />,
  notFoundComponent: NoteNotFound,
  component: Note,
})

function Note() {
  const { id } = Route.useParams()
  return <NotePage key={id} id={id} repliesFrom={Route.useLoaderDeps().replies} />
}
