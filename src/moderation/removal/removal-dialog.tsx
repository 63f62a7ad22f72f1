import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { REASON_MISSING } from '../policy.ts'
import { GroundsFields, type GroundsValues, NO_GROUNDS } from '../rules/grounds-fields.tsx'
import type { RemovalTarget } from './policy.ts'
import { requestRemoval } from './removal-mutations.ts'

interface ActProps extends RemovalTarget {
  className: string
  children: ReactNode
}

/** A button that opens the removal dialog. Only moderators and admins load this file. */
export function RemovalButton({ kind, id, className, children }: ActProps) {
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

interface Props extends RemovalTarget {
  open: boolean
  onClose: () => void
}

/** A dialog that asks for the grounds of a removal. Only moderators and admins load this file. */
export function RemovalDialog({ kind, id, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Remove this ${kind}?`}
      description="You can restore it within 90 days. Votes and replies are kept."
    >
      <RemoveForm thing={{ kind, id }} onClose={onClose} />
    </Dialog>
  )
}

function RemoveForm({ thing, onClose }: { thing: RemovalTarget; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [grounds, setGrounds] = useState(NO_GROUNDS)
  const { form, errorOf, refuse, clear, isSending, send } = useFieldError('Removing failed')
  const change = (changed: GroundsValues) => {
    if (changed.rule === grounds.rule) clear()
    setGrounds(changed)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!grounds.rule && !grounds.reason.trim()) return refuse('reason', REASON_MISSING)
    await send(async () => {
      await requestRemoval(queryClient, thing, grounds)
      onClose()
    })
  }
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4" noValidate>
      <GroundsFields
        grounds={grounds}
        onChange={change}
        errorOf={errorOf}
        reasonHint="Shown in the public log and in place of the removed text. Don’t repeat that text here."
        noteHint="Only visible to moderators and admins."
        isLong
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
