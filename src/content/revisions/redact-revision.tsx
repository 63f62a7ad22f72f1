import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { MODERATOR_NOTE_LIMIT, REASON_LIMIT } from '../../moderation/policy.ts'
import type { Rule } from '../../moderation/rules/contract.ts'
import { RuleSelect } from '../../moderation/rules/rule-select.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { TextareaField } from '../../ui/form/field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

interface Props {
  id: string
  number: number
}

export default function RedactRevision({ id, number }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="mt-3">
      <Button kind="quiet" icon="icon-shield-x" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {`Redact version ${number}…`}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Redact version ${number}?`}
        description="Its text will be permanently deleted, for moderators too. The redaction stays visible."
      >
        <RedactForm id={id} number={number} onClose={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

function RedactForm({ id, number, onClose }: Props & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [rule, setRule] = useState<Rule>()
  const [{ reason, note }, setFields] = useState({ reason: '', note: '' })
  const { form, errorOf, isSending, send } = useFieldError('Redacting failed')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await send(async () => {
      await client.revisions.redact({ id, reason, note, ...(rule && { rule: rule.number }) })
      onClose()
      toast({ kind: 'success', title: `Version ${number} redacted` })
      await queryClient.invalidateQueries({ queryKey: api.revisions.key() })
    })
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" noValidate>
      <RuleSelect chosen={rule} onChoose={setRule} error={errorOf('rule')} />
      <TextareaField
        label="Reason"
        hint="Shown in the public log. Don’t repeat the redacted text here."
        error={errorOf('reason')}
        value={reason}
        onChange={({ target }) => setFields({ reason: target.value, note })}
        count={reason.length}
        limit={REASON_LIMIT}
        maxLength={REASON_LIMIT}
      />
      <TextareaField
        label="Note to other moderators"
        hint="Only visible to moderators and admins."
        error={errorOf('note')}
        value={note}
        onChange={({ target }) => setFields({ reason, note: target.value })}
        maxLength={MODERATOR_NOTE_LIMIT}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" kind="danger" disabled={isSending}>
          Redact
        </Button>
      </div>
    </form>
  )
}
