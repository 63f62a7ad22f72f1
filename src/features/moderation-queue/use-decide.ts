import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorCode, errorField, errorMessage } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { useFieldError } from '../../api/core/use-field-error.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { CaseDetail } from './case-schemas.ts'

type Decision = Omit<Parameters<typeof client.moderationCases.decide>[0], 'id'>

const FAILURE = 'This could not be decided'

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
  const { form, errorOf, explain, clear } = useFieldError(FAILURE)
  const decide = async (decision: Decision) => {
    setPending(true)
    clear()
    try {
      await client.moderationCases.decide({ id, ...decision })
      toast({ kind: 'success', title: (source === 'pending' ? DONE_WITH_PENDING : DONE)[decision.outcome] })
    } catch (refusal) {
      setPending(false)
      if (errorField(refusal) || errorCode(refusal) !== 'CONFLICT') return explain(refusal)
      toast({ kind: 'error', title: 'Somebody else was faster', description: errorMessage(refusal) })
    }
    onDecided()
    await queryClient.invalidateQueries({ queryKey: api.moderationCases.key() })
  }
  return { pending, form, errorOf, decide }
}
