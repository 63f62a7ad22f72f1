import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode, errorField, errorMessage } from '../../core/api-error.ts'
import { api } from '../../core/client.ts'
import { useFieldError } from '../../core/use-field-error.ts'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import type { CaseClaim } from './use-claim.ts'

interface Options {
  /** Called after a conflict, so that the form stays on screen with the typed text. */
  claim: CaseClaim
  onDecided: () => void
}

/** Sends a decision, shows the result as a toast, calls `onDecided` and refetches all lists of cases. */
export function useDecide({ claim, onDecided }: Options) {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const { form, errorOf, explain, clear } = useFieldError('The decision could not be saved')
  const decide = async (send: () => Promise<string>) => {
    setPending(true)
    clear()
    try {
      toast({ kind: 'success', title: await send() })
      onDecided()
    } catch (refusal) {
      setPending(false)
      if (errorField(refusal) || errorCode(refusal) !== 'CONFLICT') return explain(refusal)
      claim.act()
      toastError('Someone else already decided this', errorMessage(refusal))
    }
    await queryClient.invalidateQueries({ queryKey: api.moderationCases.key() })
  }
  return { pending, form, errorOf, decide }
}
