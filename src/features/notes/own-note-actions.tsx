import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { RemovalAct } from '../removal/removal-dialog.tsx'
import type { Note } from './contract.ts'
import { removeNote } from './writing.ts'

interface Props {
  note: Note
  /** From the marks: what the viewer may do with this note. */
  can: { edit: boolean; delete: boolean; remove: boolean }
  onEdit: () => void
  /** After it was deleted here; gives the way back to it. */
  onRemoved: (() => () => void) | undefined
}

/** Edit and delete, for whom may, and remove. Loaded for them alone. */
export function OwnNoteActions({ note, can, onEdit, onRemoved }: Props) {
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = () => {
    removeNote(queryClient, note, onRemoved)
  }
  return (
    <>
      {can.edit && (
        <button type="button" id={`edit-note-${note.id}`} onClick={onEdit} className="note-act">
          Edit
        </button>
      )}
      {can.delete && (
        <button type="button" onClick={() => setAsking(true)} className="note-act">
          Delete
        </button>
      )}
      {can.remove && (
        <RemovalAct kind="note" id={note.id} className="note-act">
          Remove…
        </RemovalAct>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={note.parent_id ? 'Delete this reply?' : 'Delete this note?'}
        description={whatGoes(note)}
        confirmLabel="Delete"
        danger
        onConfirm={remove}
      />
    </>
  )
}

function whatGoes({ replies_count }: Note): string {
  if (replies_count === 0) return 'Your text will be removed.'
  return 'Your text will be removed. Where others have replied, the replies stay.'
}
