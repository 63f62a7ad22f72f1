import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { isolated } from '../../platform/isolated.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { NoteCard } from '../notes/note-card.tsx'
import { profileNotesQuery } from '../notes/queries.ts'
import { withoutRepeats } from '../notes/shown.ts'
import { useLiveNotes } from '../notes/use-live-notes.ts'
import type { PanelProps } from './panel-props.ts'
import { profileHref } from './profile-search.ts'

/** What a member shared, in their profile. */
export function ProfileNotes({ username, name, cursor }: PanelProps) {
  const list = useSuspenseInfiniteQuery(profileNotesQuery(username, cursor))
  useLiveNotes()
  const notes = withoutRepeats(list.data)
  if (notes.length === 0)
    return (
      <EmptyState title="No notes yet">{`What ${isolated(name)} shares in a few words appears here.`}</EmptyState>
    )
  return (
    <>
      <ul>
        {notes.map((note) => (
          <NoteCard key={note.id} note={note} />
        ))}
      </ul>
      <ShowMore
        list={list}
        label="More notes"
        hrefOf={(next) => profileHref(username, 'notes', next)}
        failure="More notes could not be loaded"
      />
    </>
  )
}
