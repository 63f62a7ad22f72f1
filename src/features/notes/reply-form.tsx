import { useQueryClient } from '@tanstack/react-query'
import type { Viewer } from '../../api/core/viewer.ts'
import { ReviewNotice } from '../approval/review-notice.tsx'
import { WaitingHere } from '../approval/waiting-here.tsx'
import { TextForm } from '../drafts/text-form.tsx'
import { HeldBack } from '../sanctions/held-back.tsx'
import type { Note } from './contract.ts'
import { EditPendingNote } from './edit-pending-note.tsx'
import { NOTE_LIMIT } from './policy.ts'
import { replyToNote } from './writing.ts'

interface Props {
  viewer: Viewer
  note: Note
  start: string | undefined
  autoFocus: boolean
}

export function ReplyForm({ viewer, note, start, autoFocus }: Props) {
  const queryClient = useQueryClient()
  return (
    <>
      <TextForm
        viewer={viewer}
        limit={NOTE_LIMIT}
        countsFrom={0}
        form={`note-reply:${note.id}`}
        label="Your reply"
        placeholder="Write a reply…"
        submitLabel="Reply"
        pendingLabel="Posting..."
        autoFocus={autoFocus}
        closed={note.is_deleted ? 'This note takes no replies any more' : undefined}
        isNew
        notice={<ReviewNotice />}
        onSubmit={(content, id, facts) =>
          replyToNote(queryClient, { id: note.id, start }, { id, content }, facts)
        }
      />
      <HeldBack />
      <WaitingHere
        label="Your replies that await approval"
        Editor={EditPendingNote}
        isHere={({ kind, parent_id }) => kind === 'note' && parent_id === note.id}
      />
    </>
  )
}
