import { useInfiniteQuery } from '@tanstack/react-query'
import type { Viewer } from '../../api/core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { useStoredDrafts } from '../drafts/use-stored-drafts.ts'
import { NoteCard } from './note-card.tsx'
import { followedNotesQuery } from './queries.ts'
import { withoutRepeats } from './shown.ts'
import { useLiveNotes } from './use-live-notes.ts'

/** Notes of those whom a member follows: theirs alone, so they are never in the HTML of a page. */
export function FollowingFeed({ viewer }: { viewer: Viewer }) {
  const list = useInfiniteQuery(followedNotesQuery())
  const drafts = useStoredDrafts(viewer.id)
  useLiveNotes()
  if (list.isPending) return <RowListSkeleton count={3} label="Loading notes" />
  if (!list.data)
    return <ErrorState title="The notes could not be loaded" onRetry={() => void list.refetch()} />
  const notes = withoutRepeats(list.data)
  if (notes.length === 0) return <Nobody />
  return (
    <>
      <ul>
        {notes.map((note) => (
          <NoteCard key={note.id} note={note} hasDraft={drafts.has(`note-reply:${note.id}`)} />
        ))}
      </ul>
      <ShowMore
        list={{ ...list, data: list.data }}
        label="More notes"
        hrefOf={() => '/notes?sort=following'}
        failure="The next notes could not be loaded"
      />
    </>
  )
}

function Nobody() {
  return (
    <EmptyState title="No notes yet" action={<ButtonLink to="/community">Find people</ButtonLink>}>
      Notes of members whom you follow are shown here.
    </EmptyState>
  )
}
