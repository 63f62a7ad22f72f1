import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode, errorField, errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { CaseDetail } from './case-schemas.ts'

type Decision = Omit<Parameters<typeof client.moderationCases.decide>[0], 'id'>

const DONE = {
  upheld: 'The report is upheld',
  rejected: 'The report is rejected',
  moot: 'The case is closed',
} as const

const DONE_WITH_PENDING = { upheld: 'Approved', rejected: 'Rejected', moot: 'The case is closed' } as const

/** Decides, goes on to the next case, and reads the list again. */
export function useDecide({ id, source }: CaseDetail, onDecided: () => void) {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<{ field: string; message: string }>()
  const decide = async (decision: Decision) => {
    setPending(true)
    setError(undefined)
    try {
      await client.moderationCases.decide({ id, ...decision })
      toast({ kind: 'success', title: (source === 'pending' ? DONE_WITH_PENDING : DONE)[decision.outcome] })
    } catch (refusal) {
      setPending(false)
      const field = errorField(refusal)
      if (field) return setError({ field, message: errorMessage(refusal) ?? 'Please look at this again.' })
      const title =
        errorCode(refusal) === 'CONFLICT' ? 'Somebody else was faster' : 'This could not be decided'
      toast({ kind: 'error', title, description: errorMessage(refusal) ?? 'Please try again later' })
      if (errorCode(refusal) !== 'CONFLICT') return
    }
    onDecided()
    await queryClient.invalidateQueries({ queryKey: api.moderationCases.key() })
  }
  return { pending, error, decide }
}
