import { createFileRoute } from '@tanstack/react-router'
import { loadNote } from '../features/notes/load-note.ts'
import { noteHead } from '../features/notes/metadata.ts'
import { NoteNotFound } from '../features/notes/note-not-found.tsx'
import { NotePage } from '../features/notes/note-page.tsx'
import { repliesSearch } from '../features/notes/notes-search.ts'
import { RowListSkeleton } from '../ui/skeleton.tsx'

export const Route = createFileRoute('/notes_/$id')({
  validateSearch: repliesSearch,
  loaderDeps: ({ search }) => repliesSearch({ ...search }),
  loader: ({ context, params, deps }) => loadNote(context.queryClient, params.id, deps.replies),
  head: ({ loaderData, match }) => {
    const { site } = match.context
    return loaderData ? noteHead(site, loaderData) : { meta: [{ title: `Note not found | ${site.name}` }] }
  },
  pendingComponent: () => <RowListSkeleton count={3} label="Loading note" />,
  notFoundComponent: NoteNotFound,
  component: Note,
})

function Note() {
  const { id } = Route.useParams()
  return <NotePage key={id} id={id} repliesFrom={Route.useLoaderDeps().replies} />
}
