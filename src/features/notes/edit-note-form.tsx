import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/core/client.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { useSession } from '../accounts/session/session.tsx'
import { tellEdited } from '../approval/held.ts'
import type { PendingEditor } from '../approval/pending-item.tsx'
import { TextForm } from '../drafts/text-form.tsx'
import type { Note } from './contract.ts'
import { NOTE_LIMIT } from './policy.ts'
import { explained, updateNote } from './writing.ts'

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

export const EditPendingNote: PendingEditor = ({ item: { id, parent_id, content }, onClose }) => {
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  if (!viewer) return null
  return (
    <TextForm
      viewer={viewer}
      limit={NOTE_LIMIT}
      countsFrom={0}
      form={`edit-note:${id}`}
      initial={content}
      label={parent_id ? 'Edit your reply' : 'Edit your note'}
      submitLabel="Save"
      pendingLabel="Saving..."
      autoFocus
      onSubmit={async (content) => {
        const sent = await client.notes.create({ id, parent_id, content }).catch(explained)
        await tellEdited(queryClient, 'note', sent)
      }}
      onClose={onClose}
    />
  )
}
