import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { useFieldError } from '../../api/core/use-field-error.ts'
import type { Sanction } from '../../api/core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CONTROL } from '../../ui/form/control-look.ts'
import { Labelled, TextareaField } from '../../ui/form/field.tsx'
import { NOTE_LIMIT, REASON_LIMIT } from '../moderation/policy.ts'
import type { Rule } from '../rules/contract.ts'
import { RuleSelect } from '../rules/rule-select.tsx'
import { NEW_DRAFT, sanctionOf } from './draft.ts'
import { SanctionFields } from './sanction-fields.tsx'
import { KIND_NAMES } from './words.ts'

/** As the queue calls them. */
const ACTS: Record<Sanction['kind'], string> = {
  warning: 'Warn',
  approval: 'Require approval',
  rate_limit: 'Limit',
  suspension: 'Suspend',
}

/** A form that stays as it is typed until it is sent. */
export function AddSanction({ username }: { username: string }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(NEW_DRAFT)
  const [rule, setRule] = useState<Rule>()
  const [{ reason, note }, setGrounds] = useState({ reason: '', note: '' })
  const { form, errorOf, explain, clear } = useFieldError('The sanction could not be set')
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    clear()
    try {
      const grounds = { reason, note, ...(rule && { rule: rule.number }) }
      await client.sanctions.create({ username, ...sanctionOf(draft), ...grounds })
      toast({ kind: 'success', title: `${KIND_NAMES[draft.kind]} set`, description: 'The member is told.' })
      setDraft(NEW_DRAFT)
      setGrounds({ reason: '', note: '' })
      await Promise.all(
        [api.sanctions, api.memberView].map((part) =>
          queryClient.invalidateQueries({ queryKey: part.key() }),
        ),
      )
    } catch (refusal) {
      explain(refusal)
    } finally {
      setSending(false)
    }
  }
  return (
    <form ref={form} onSubmit={submit} aria-label="Set a sanction" className="mt-2 grid gap-4" noValidate>
      <Labelled label="Sanction">
        {(control) => (
          <select
            {...control}
            value={draft.kind}
            onChange={({ target }) => setDraft({ ...draft, kind: target.value as Sanction['kind'] })}
            className={`${CONTROL} min-h-11`}
          >
            {Object.entries(KIND_NAMES).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <SanctionFields draft={draft} onChange={setDraft} errorOf={errorOf} />
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
      <div>
        <Button type="submit" kind="danger" pending={isSending}>
          {ACTS[draft.kind]}
        </Button>
      </div>
    </form>
  )
}
