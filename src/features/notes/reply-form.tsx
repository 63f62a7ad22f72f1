import { useQueryClient } from '@tanstack/react-query'
import type { Viewer } from '../accounts/policy.ts'
import { TextForm } from '../drafts/text-form.tsx'
import { NOTE_LIMIT } from './policy.ts'
import { replyToNote } from './writing.ts'

interface Props {
  viewer: Viewer
  noteId: string
  start: string | undefined
  autoFocus: boolean
}

export default function ReplyForm({ viewer, noteId, start, autoFocus }: Props) {
  const queryClient = useQueryClient()
  return (
    <TextForm
      viewer={viewer}
      limit={NOTE_LIMIT}
      counts
      form={`note-reply:${noteId}`}
      label="Your reply"
      placeholder="Write a reply…"
      submitLabel="Reply"
      pendingLabel="Posting..."
      autoFocus={autoFocus}
      onSubmit={(content, id) => replyToNote(queryClient, { id: noteId, start }, { id, content })}
    />
  )
}
