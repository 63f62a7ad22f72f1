import { createFileRoute } from '@tanstack/react-router'
import { prefetchAside } from '../features/aside/queries.ts'
import { WithAside } from '../features/aside/with-aside.tsx'
import { NotesPage } from '../features/notes/notes-page.tsx'
import { notesHref, notesSearch } from '../features/notes/notes-search.ts'
import { NotesSkeleton } from '../features/notes/notes-skeleton.tsx'
import { notesQuery } from '../features/notes/queries.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'
import { descriptionTags } from '../platform/http/head.ts'

const DESCRIPTION = 'Quick thoughts and observations, with replies.'

export const Route = createFileRoute('/notes')({
  validateSearch: notesSearch,
  loaderDeps: ({ search }) => notesSearch({ ...search }),
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      deps.sort !== 'following' &&
        queryClient
          .ensureInfiniteQueryData(notesQuery(deps.sort ?? 'recent', deps.cursor))
          .catch(leaveErrorToBoundary),
      prefetchAside(queryClient, true),
    ])
  },
  head: ({ match }) => descriptionTags(match.context.site, 'Notes', notesHref(match.loaderDeps), DESCRIPTION),
  pendingComponent: NotesSkeleton,
  component: () => (
    <WithAside withNotes>
      <NotesPage search={Route.useLoaderDeps()} />
    </WithAside>
  ),
})
