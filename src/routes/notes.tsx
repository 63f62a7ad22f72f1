import { createFileRoute } from '@tanstack/react-router'
import { NotesPage } from '../content/notes/notes-page.tsx'
import { notesHref, notesSearch } from '../content/notes/notes-search.ts'
import { NotesSkeleton } from '../content/notes/notes-skeleton.tsx'
import { notesQuery } from '../content/notes/queries.ts'
import { prefetchSidebar } from '../content/sidebar/queries.ts'
import { WithSidebar } from '../content/sidebar/with-sidebar.tsx'
import { descriptionTags } from '../platform/http/head.ts'
import { leaveErrorToBoundary } from '../shared/branding/list-boundary.tsx'

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
      prefetchSidebar(queryClient, true),
    ])
  },
  head: ({ match }) => descriptionTags(match.context.site, 'Notes', notesHref(match.loaderDeps), DESCRIPTION),
  pendingComponent: NotesSkeleton,
  component: () => (
    <WithSidebar withNotes>
      <NotesPage search={Route.useLoaderDeps()} />
    </WithSidebar>
  ),
})
