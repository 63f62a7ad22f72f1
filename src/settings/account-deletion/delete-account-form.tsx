import { type FormEvent, useId, useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { client } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { localDate } from '../../ui/format/relative-time.ts'
import type { OwnContentCounts } from './contract.ts'
import { UNDO_DAYS } from './policy.ts'

export function DeleteAccountForm({ counts, onCancel }: { counts: OwnContentCounts; onCancel: () => void }) {
  const { form, errorOf, refuse, explain, clear } = useFieldError('Your account could not be deleted')
  const [isSending, setSending] = useState(false)
  const { signOut } = useSession()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('words')
    if (!chosen) return refuse('words', 'Choose what should happen to your content.')
    setSending(true)
    try {
      const { deletion } = await client.me.requestDeletion({ keep_content: chosen === 'keep' })
      await signOut()
      const description = `Your account will be deleted on ${localDate(deletion.delete_at)}. Sign in before then to keep it.`
      toast({ kind: 'success', title: 'You’ve been signed out', description })
    } catch (refusal) {
      explain(refusal)
      setSending(false)
    }
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" noValidate>
      <ul className="grid gap-1 text-muted">
        {inWords(counts).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Choice error={errorOf('words')} onChange={clear} answered={counts.answered} />
      <p className="text-sm text-muted">
        You’ll be signed out everywhere right away, and your access tokens will stop working. For {UNDO_DAYS}{' '}
        days, you can sign in and keep your account. After that, it’s permanently deleted. Nobody can use your
        username for 180 days.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" kind="danger" pending={isSending}>
          Delete my account
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  error: string | undefined
  onChange: () => void
  answered: number
}

function Choice({ error, onChange, answered }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="font-semibold">What should happen to your content?</legend>
      <Option
        errorId={error ? id : undefined}
        value="keep"
        label="Keep my content without my name"
        about="Posts, comments and notes stay where they are."
        onChange={onChange}
      />
      <Option
        errorId={error ? id : undefined}
        value="take"
        label="Delete my content too"
        about={
          answered > 0
            ? 'Posts, comments and notes are deleted. A placeholder stays where others have replied.'
            : 'Posts, comments and notes are deleted.'
        }
        onChange={onChange}
      />
      {error && (
        <p id={id} role="alert" className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface OptionProps {
  errorId: string | undefined
  value: 'keep' | 'take'
  label: string
  about: string
  onChange: () => void
}

function Option({ errorId, value, label, about, onChange }: OptionProps) {
  const id = useId()
  return (
    <label className="flex min-h-11 items-start gap-2 py-2">
      <input
        aria-invalid={errorId ? true : undefined}
        type="radio"
        name="words"
        value={value}
        onChange={onChange}
        aria-labelledby={id}
        aria-describedby={[errorId, `${id}-about`].filter(Boolean).join(' ')}
        className="mt-1 size-4 flex-none accent-act"
      />
      <span>
        <span id={id} className="block font-medium">
          {label}
        </span>
        <span id={`${id}-about`} className="block text-sm text-muted">
          {about}
        </span>
      </span>
    </label>
  )
}

/** Returns sentences about the member's content, and about data that is deleted even if they keep it. */
function inWords({ posts, comments, notes, answered, messages, votes }: OwnContentCounts): string[] {
  const written = [counted(posts, 'post'), counted(comments, 'comment'), counted(notes, 'note')].filter(
    Boolean,
  )
  const lines = [
    written.length > 0 ? `You’ve written ${joined(written)}.` : 'You haven’t published anything.',
  ]
  if (answered > 0) lines.push(`Others have replied to ${answered.toLocaleString('en')} of these.`)
  if (messages > 0)
    lines.push(
      messages === 1
        ? 'The recipient keeps the message you sent, without your name.'
        : `Recipients keep the ${messages.toLocaleString('en')} messages you sent, without your name.`,
    )
  if (votes > 0)
    lines.push(
      votes === 1
        ? 'Your vote or like is removed.'
        : `${votes.toLocaleString('en')} votes and likes are removed.`,
    )
  return lines
}

function counted(count: number, name: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`
}

function joined(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
