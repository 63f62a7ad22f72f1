import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { hasRole, type Viewer } from '../../core/viewer.ts'
import { MODERATOR_NOTE_LIMIT } from '../../moderation/policy.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { TextareaField } from '../../ui/form/field.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import type { MemberNote, MemberView } from './contract.ts'
import { NOTE_MISSING } from './policy.ts'

/** Lists and adds notes about a member, which all moderators can read. */
export function MemberNotesSection({
  view: { member, notes },
  viewer,
}: {
  view: MemberView
  viewer: Viewer
}) {
  return (
    <>
      {notes.length > 0 && (
        <ul className="mb-4 grid gap-3">
          {notes.map((note) => (
            <Note key={note.id} note={note} viewer={viewer} />
          ))}
        </ul>
      )}
      <NoteForm username={member.username} />
    </>
  )
}

function Note({ note, viewer }: { note: MemberNote; viewer: Viewer }) {
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const name = note.author ? displayName(note.author) : 'Former member'
  const remove = async () => {
    try {
      await client.memberView.removeNote({ id: note.id })
      toast({ kind: 'success', title: 'Note deleted' })
    } catch (error) {
      showFailureToast('The note could not be deleted', error, 'Please try again later')
    }
    await queryClient.invalidateQueries({ queryKey: api.memberView.read.key() })
  }
  return (
    <li className="rounded-lg bg-raised p-4">
      <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <bdi>{name}</bdi> <ShortTime iso={note.created_at} />
        {(note.author?.id === viewer.id || hasRole(viewer, 'admin')) && (
          <Button kind="link" className="-my-3 text-sm" onClick={() => setAsking(true)}>
            Delete<span className="sr-only"> the note by {name}</span>
          </Button>
        )}
      </p>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this note?"
        description="It will be deleted for all moderators."
        confirmLabel="Delete"
        danger
        onConfirm={remove}
      />
    </li>
  )
}

function NoteForm({ username }: { username: string }) {
  const [text, setText] = useState('')
  const { form, errorOf, refuse, clear, isSending, send } = useFieldError('The note could not be added')
  const queryClient = useQueryClient()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return refuse('text', NOTE_MISSING)
    await send(async () => {
      await client.memberView.addNote({ username, text })
      setText('')
      await queryClient.invalidateQueries({ queryKey: api.memberView.read.key() })
    })
  }
  return (
    <form ref={form} onSubmit={submit} className="grid justify-items-start gap-3" noValidate>
      <div className="w-full">
        <TextareaField
          label="New note"
          hint="Only visible to moderators and admins."
          error={errorOf('text')}
          value={text}
          onChange={({ target }) => {
            clear()
            setText(target.value)
          }}
          count={text.length}
          limit={MODERATOR_NOTE_LIMIT}
          maxLength={MODERATOR_NOTE_LIMIT}
        />
      </div>
      <Button type="submit" pending={isSending}>
        Add note
      </Button>
    </form>
  )
}
