import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useFieldError } from '../../core/use-field-error.ts'
import { Button } from '../../ui/button.tsx'
import { REASON_MISSING } from '../policy.ts'
import { GroundsFields, type GroundsValues, NO_GROUNDS } from '../rules/grounds-fields.tsx'
import type { RemovalTarget } from './policy.ts'
import { requestRemoval } from './removal-mutations.ts'

export default function RemovalForm({ thing, onClose }: { thing: RemovalTarget; onClose: () => void }) {
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
