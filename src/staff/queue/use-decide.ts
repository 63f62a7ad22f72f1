import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode, errorField, errorMessage } from '../../core/api-error.ts'
import { api } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { toast, toastError } from '../../ui/feedback/toast.ts'

/** Sends a decision, shows the result as a toast, calls `onDecided` and refetches all lists of cases. */
export function useDecide(onDecided: () => void) {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const { form, errorOf, explain, clear } = useFieldError('The decision could not be saved')
  const decide = async (send: () => Promise<string>) => {
    setPending(true)
    clear()
    try {
      toast({ kind: 'success', title: await send() })
    } catch (refusal) {
      setPending(false)
      if (errorField(refusal) || errorCode(refusal) !== 'CONFLICT') return explain(refusal)
      toastError('Someone else already decided this', errorMessage(refusal))
    }
    onDecided()
    await queryClient.invalidateQueries({ queryKey: api.moderationCases.key() })
  }
  return { pending, form, errorOf, decide }
}
