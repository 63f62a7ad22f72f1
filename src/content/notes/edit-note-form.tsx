import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { PendingEditor } from '../../moderation/approval/pending-item.tsx'
import { showEditedToast } from '../../moderation/approval/pending-toasts.ts'
import { TextForm } from '../../shared/drafts/text-form.tsx'
import type { Note } from './contract.ts'
import { showNoteError } from './note-mutations.ts'
import { NOTE_LIMIT } from './policy.ts'

interface Props {
  viewer: Viewer
  note: Pick<Note, 'id' | 'parent_id' | 'content'>
  onSubmit: (content: string) => Promise<void>
  onClose: () => void
}

export function EditNoteForm({ viewer, note, onSubmit, onClose }: Props) {
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
      onSubmit={onSubmit}
      onClose={onClose}
    />
  )
}

export const EditPendingNote: PendingEditor = ({ item, onClose }) => {
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const { id, parent_id } = item
  if (!viewer) return null
  const save = async (content: string) => {
    const sent = await client.notes.create({ id, parent_id, content }).catch(showNoteError)
    await showEditedToast(queryClient, 'note', sent)
  }
  return <EditNoteForm viewer={viewer} note={item} onSubmit={save} onClose={onClose} />
}
