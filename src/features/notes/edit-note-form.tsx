import { useQueryClient } from '@tanstack/react-query'
import type { Viewer } from '../../api/core/viewer.ts'
import { TextForm } from '../drafts/text-form.tsx'
import type { Note } from './contract.ts'
import { NOTE_LIMIT } from './policy.ts'
import { updateNote } from './writing.ts'

interface Props {
  viewer: Viewer
  note: Note
  onClose: () => void
}

export function EditNoteForm({ viewer, note, onClose }: Props) {
  const queryClient = useQueryClient()
  return (
    <TextForm
      viewer={viewer}
      limit={NOTE_LIMIT}
      countsFrom={0}
      form={`edit-note:${note.id}`}
      initial={note.content}
      label={note.parent_id ? 'Edit your reply' : 'Edit your note'}
      submitLabel="Save"
      pendingLabel="Saving..."
      autoFocus
      onSubmit={(content) => updateNote(queryClient, note.id, content)}
      onClose={onClose}
    />
  )
}
