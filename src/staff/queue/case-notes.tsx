import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Button } from '../../ui/button.tsx'
import { TextareaField } from '../../ui/form/field.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import type { CaseDetail } from './case-schemas.ts'
import { CASE_NOTE_LIMIT } from './policy.ts'

/** Notes among moderators about a case, and a form to add one. */
export function CaseNotes({ id, notes }: Pick<CaseDetail, 'id' | 'notes'>) {
  const [isWriting, setWriting] = useState(false)
  return (
    <section aria-label="Notes" className="grid justify-items-start gap-3 text-sm">
      {notes.length > 0 && (
        <ul className="grid gap-3 justify-self-stretch">
          {notes.map((note) => (
            <li key={note.id} className="rounded-lg bg-raised p-3">
              <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
              <p className="mt-1 text-muted">
                <bdi>{note.author ? displayName(note.author) : 'Former member'}</bdi>{' '}
                <ShortTime iso={note.created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {isWriting ? (
        <NoteForm id={id} onDone={() => setWriting(false)} />
      ) : (
        <Button kind="link" onClick={() => setWriting(true)}>
          Add a note
        </Button>
      )}
    </section>
  )
}

function NoteForm({ id, onDone }: { id: string; onDone: () => void }) {
  const [text, setText] = useState('')
  const { form, errorOf, isSending, send } = useFieldError('The note could not be added')
  const queryClient = useQueryClient()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await client.moderationCases.addNote({ id, text })
      onDone()
      document.getElementById(`case-${id}`)?.focus({ preventScroll: true })
      await queryClient.invalidateQueries({ queryKey: api.moderationCases.read.key() })
    })
  }
  return (
    <form
      ref={form}
      onSubmit={submit}
      className="grid justify-items-start gap-3 justify-self-stretch"
      noValidate
    >
      <div className="w-full">
        <TextareaField
          label="New note"
          hint="Only visible to moderators and admins. Deleted 90 days after the case is closed."
          error={errorOf('text')}
          value={text}
          maxLength={CASE_NOTE_LIMIT}
          onChange={({ target }) => setText(target.value)}
          className="min-h-16"
          autoFocus
        />
      </div>
      <div className="flex gap-3">
        <Button type="submit" kind="quiet" pending={isSending}>
          Add note
        </Button>
        <Button kind="link" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
