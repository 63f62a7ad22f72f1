import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import {
  REASON_NAMES,
  REPORT_COMMENT_LIMIT,
  REPORT_REASON_MISSING,
  REPORT_REASONS,
  type ReportedKind,
  type ReportReason,
} from './policy.ts'

interface Props {
  kind: ReportedKind
  id: string
  onClose: () => void
}

export default function ReportForm({ kind, id, onClose }: Props) {
  const [reason, setReason] = useState<ReportReason>()
  const [words, setWords] = useState('')
  const queryClient = useQueryClient()
  const { form, errorOf, refuse, isSending, send } = useFieldError('The report could not be sent')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!reason) return refuse('reason', REPORT_REASON_MISSING)
    await send(async () => {
      await client.reports.create({ kind, id, reason, words })
      await queryClient.invalidateQueries({ queryKey: api.reports.key() })
      toast({ kind: 'success', title: 'Reported', description: 'We’ll notify you of the decision.' })
      onClose()
    })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      <Reasons chosen={reason} onChoose={setReason} error={reason ? undefined : errorOf('reason')} />
      <Field
        label="Anything else? (optional)"
        value={words}
        error={errorOf('words')}
        maxLength={REPORT_COMMENT_LIMIT}
        onChange={({ target }) => setWords(target.value)}
      />
      <p className="text-sm text-muted">
        {kind === 'message' &&
          'Moderators will see this message and up to five before it, but no other messages. '}
        A moderator will review it, and we’ll notify you of the decision. The author won’t know who reported
        it.{' '}
        <a href="/reports" className="text-act underline underline-offset-4">
          View your reports
        </a>
      </p>
      <div className="flex justify-end gap-3">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={isSending} pendingLabel="Sending">
          Report
        </Button>
      </div>
    </form>
  )
}

interface ReasonsProps {
  chosen: ReportReason | undefined
  onChoose: (reason: ReportReason) => void
  error: string | undefined
}

function Reasons({ chosen, onChoose, error }: ReasonsProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="sr-only">Reason</legend>
      {REPORT_REASONS.map((each) => (
        <label key={each} className="flex min-h-9 items-center gap-3 max-md:min-h-11 pointer-coarse:min-h-11">
          <input
            type="radio"
            name="reason"
            value={each}
            required
            checked={chosen === each}
            onChange={() => onChoose(each)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            className="size-4 accent-act"
          />
          {REASON_NAMES[each]}
        </label>
      ))}
      {error && (
        <p id={id} role="alert" className="mt-1 text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
