import { useLocation } from '@tanstack/react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { displayName } from '../authors/display-name.ts'
import { NoteForm } from './note-form.tsx'
import type { List } from './writing.ts'

/** Where members write; for visitors nothing. Its place is kept while a stored session is being checked. */
export function NoteComposer({ list }: { list: List }) {
  const { viewer } = useSession()
  const isWanted = useLocation({ select: ({ state }) => state.toWrite === true })
  if (!viewer) return <div className={`${PLACE} hidden maybe-member:block`} />
  const name = displayName(viewer)
  return (
    <div className={`${PLACE} flex gap-3`}>
      <Avatar name={name} seed={viewer.username} src={viewer.avatar_url} size="md" />
      <div className="min-w-0 flex-1">
        <NoteForm key={viewer.id} viewer={viewer} list={list} autoFocus={isWanted} />
      </div>
    </div>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of a link to the notes: to share one. */
    toWrite?: boolean
  }
}

/** Height of the form without focus: one line with its padding, the gap, and the counter. */
const PLACE = 'mt-6 min-h-[calc(1lh+1.25rem+2px+0.5rem+1lh*0.875)]'
