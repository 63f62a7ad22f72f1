import { useQueryClient } from '@tanstack/react-query'
import type { Viewer } from '../../api/core/viewer.ts'
import { ReviewNotice } from '../approval/review-notice.tsx'
import { WaitingHere } from '../approval/waiting-here.tsx'
import { TextForm } from '../drafts/text-form.tsx'
import { HeldBack } from '../sanctions/held-back.tsx'
import { EditPendingNote } from './edit-pending-note.tsx'
import { NOTE_LIMIT } from './policy.ts'
import { type List, shareNote } from './writing.ts'

interface Props {
  viewer: Viewer
  /** The list below it. */
  list: List
  autoFocus: boolean
}

export function NoteForm({ viewer, list, autoFocus }: Props) {
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
