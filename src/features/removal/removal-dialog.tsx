import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useFieldError } from '../../api/core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextareaField } from '../../ui/form/field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { NOTE_LIMIT, REASON_LIMIT } from '../moderation/policy.ts'
import type { Rule } from '../rules/contract.ts'
import { RuleSelect } from '../rules/rule-select.tsx'
import { remove, type Thing } from './act.ts'
import { REASON_MISSING } from './policy.ts'

interface ActProps extends Thing {
  className: string
  children: ReactNode
}

/** For staff only, and loaded for them. */
export function RemovalAct({ kind, id, className, children }: ActProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        {children}
      </button>
      <RemovalDialog kind={kind} id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

interface Props extends Thing {
  open: boolean
  onClose: () => void
}

/** For staff only, and loaded for them. */
export function RemovalDialog({ kind, id, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Remove this ${kind}?`}
      description="Its words are kept for 90 days, so that it can be restored. Votes and answers stay."
    >
      <RemoveForm thing={{ kind, id }} onClose={onClose} />
    </Dialog>
  )
}

interface FormProps {
  thing: Thing
  onClose: () => void
}

function RemoveForm({ thing, onClose }: FormProps) {
  const queryClient = useQueryClient()
  const [rule, setRule] = useState<Rule>()
  const [{ reason, note }, setFields] = useState({ reason: '', note: '' })
  const { form, errorOf, refuse, explain, clear } = useFieldError('This could not be removed')
  const [isSending, setSending] = useState(false)
  const change = (field: 'reason' | 'note', value: string) => {
    clear()
    setFields((fields) => ({ ...fields, [field]: value }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!rule && !reason.trim()) return refuse('reason', REASON_MISSING)
    setSending(true)
    try {
      await remove(queryClient, thing, { rule, reason, note })
      onClose()
    } catch (refusal) {
      explain(refusal)
    } finally {
      setSending(false)
    }
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" noValidate>
      <RuleSelect chosen={rule} onChoose={setRule} error={errorOf('rule')} />
      <TextareaField
        label="Reason"
        hint="Everybody can read it, in the log and where this was. Do not repeat what you remove."
        error={errorOf('reason')}
        value={reason}
        onChange={({ target }) => change('reason', target.value)}
        count={reason.length}
        limit={REASON_LIMIT}
        maxLength={REASON_LIMIT}
      />
      <TextareaField
        label="Note to other moderators"
        hint="Only moderators and admins can read it."
        error={errorOf('note')}
        value={note}
        onChange={({ target }) => change('note', target.value)}
        maxLength={NOTE_LIMIT}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" kind="danger" disabled={isSending}>
          Remove
        </Button>
      </div>
    </form>
  )
}
