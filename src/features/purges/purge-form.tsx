import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { useFieldError } from '../../api/core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextareaField } from '../../ui/form/field.tsx'
import { NOTE_LIMIT, REASON_LIMIT } from '../moderation/policy.ts'
import type { Rule } from '../rules/contract.ts'
import { RuleSelect } from '../rules/rule-select.tsx'
import { NEW_DRAFT } from '../sanctions/draft.ts'
import { REASON_MISSING } from '../sanctions/policy.ts'
import { SanctionFields } from '../sanctions/sanction-fields.tsx'

interface Props {
  username: string
  onClose: () => void
}

/** Whoever is purged is mostly a spammer, who would go on: they are suspended for good unless somebody wants it otherwise. */
const SUSPENSION = {
  ...NEW_DRAFT,
  kind: 'suspension' as const,
  message: 'What you wrote here was removed as a whole, and you can no longer write.',
  days: '',
}

/** Why, and whether they are suspended as well. */
export function PurgeForm({ username, onClose }: Props) {
  const queryClient = useQueryClient()
  const [rule, setRule] = useState<Rule>()
  const [{ reason, note }, setGrounds] = useState({ reason: '', note: '' })
  const [suspends, setSuspends] = useState(true)
  const [suspension, setSuspension] = useState(SUSPENSION)
  const { form, errorOf, refuse, explain, clear } = useFieldError('The purge could not be started')
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!rule && !reason.trim()) return refuse('reason', REASON_MISSING)
    setSending(true)
    clear()
    try {
      const { message, days } = suspension
      await client.purges.create({
        username,
        reason,
        note,
        ...(rule && { rule: rule.number }),
        ...(suspends && { suspension: { message, days: days ? Number(days) : null } }),
      })
      await Promise.all(
        [api.purges.read, api.sanctions, api.memberView].map((part) =>
          queryClient.invalidateQueries({ queryKey: part.key() }),
        ),
      )
      onClose()
    } catch (refusal) {
      explain(refusal)
    } finally {
      setSending(false)
    }
  }
  return (
    <form ref={form} onSubmit={submit} aria-label="Purge" className="grid gap-4" noValidate>
      <RuleSelect chosen={rule} onChoose={setRule} error={errorOf('rule')} />
      <TextareaField
        label="Reason"
        hint="Everybody can read it, in the log. Needed where no rule is named."
        value={reason}
        error={errorOf('reason')}
        onChange={({ target }) => setGrounds({ reason: target.value, note })}
        maxLength={REASON_LIMIT}
        className="min-h-16"
      />
      <TextareaField
        label="Note to other moderators"
        value={note}
        error={errorOf('note')}
        onChange={({ target }) => setGrounds({ reason, note: target.value })}
        maxLength={NOTE_LIMIT}
        className="min-h-16"
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={suspends}
          onChange={({ target }) => setSuspends(target.checked)}
          className="size-5 accent-act"
        />
        Suspend them as well
      </label>
      {suspends && (
        <SanctionFields
          draft={suspension}
          onChange={(draft) => setSuspension({ ...suspension, ...draft, kind: 'suspension' })}
          errorOf={errorOf}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" kind="danger" pending={isSending}>
          Purge
        </Button>
      </div>
    </form>
  )
}
