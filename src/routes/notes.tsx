import { createFileRoute } from '@tanstack/react-router'
import { NotesPage } from '../features/notes/notes-page.tsx'
import { notesHref, notesSearch } from '../features/notes/notes-search.ts'
import { NotesSkeleton } from '../features/notes/notes-skeleton.tsx'
import { notesQuery } from '../features/notes/queries.ts'
import { leaveErrorToBoundary } from '../features/site/list-boundary.tsx'
import { descriptionTags } from '../platform/head.ts'

const DESCRIPTION = 'Quick thoughts, observations, and those who answer them.'

export const Route = createFileRoute('/notes')({
  validateSearch: notesSearch,
  loaderDeps: ({ search }) => notesSearch({ ...search }),
  loader: async ({ context, deps }) =>
    void (await context.queryClient
      .ensureInfiniteQueryData(notesQuery(deps.sort ?? 'recent', deps.cursor))
      .catch(leaveErrorToBoundary)),
  head: ({ match }) => descriptionTags(match.context.site, 'Notes', notesHref(match.loaderDeps), DESCRIPTION),
  pendingComponent: NotesSkeleton,
  component: () => <NotesPage search={Route.useLoaderDeps()} />,
})
