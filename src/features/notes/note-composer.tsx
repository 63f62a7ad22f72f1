import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Viewer } from '../../api/core/viewer.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { ReviewNotice } from '../approval/review-notice.tsx'
import { WaitingHere } from '../approval/waiting-here.tsx'
import { displayName } from '../authors/display-name.ts'
import { TextForm } from '../drafts/text-form.tsx'
import { HeldBack } from '../sanctions/held-back.tsx'
import { EditPendingNote } from './edit-note-form.tsx'
import { NOTE_LIMIT } from './policy.ts'
import { type List, shareNote } from './writing.ts'

/** The form for members. Reserves its height while a stored session is checked. */
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
    toWrite?: boolean
  }
}

/** Height of the unfocused form: a line with padding, the gap, and the counter. */
const PLACE = 'mt-6 min-h-[calc(1lh+1.25rem+2px+0.5rem+1lh*0.875)]'

interface Props {
  viewer: Viewer
  list: List
  autoFocus: boolean
}

function NoteForm({ viewer, list, autoFocus }: Props) {
  const queryClient = useQueryClient()
  return (
    <>
      <TextForm
        viewer={viewer}
        limit={NOTE_LIMIT}
        countsFrom={0}
        isOneLine
        form="note"
        label="Your note"
        placeholder="Share a quick thought…"
        submitLabel="Post Note"
        pendingLabel="Posting..."
        autoFocus={autoFocus}
        isNew
        notice={<ReviewNotice />}
        onSubmit={(content, id, facts) => shareNote(queryClient, list, { id, content }, facts)}
      />
      <HeldBack />
      <WaitingHere
        label="Your notes that await approval"
        Editor={EditPendingNote}
        isHere={({ kind, parent_id }) => kind === 'note' && parent_id === null}
      />
    </>
  )
}
