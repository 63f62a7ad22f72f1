import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { areFirstStepsOver, noteFirstStepsOver } from './over.ts'

/**
 * The member's first steps, as far as there are any. Once all are done they are still shown, until the page is left. A device that
 * has seen their end does not ask for them again.
 */
export function useFirstSteps(memberId: string) {
  const [isAsked] = useState(() => !areFirstStepsOver(memberId))
  const queryClient = useQueryClient()
  const query = api.firstSteps.read.queryOptions({ staleTime: 0 })
  const { data, isPending, fetchStatus, failureCount } = useQuery({ ...query, enabled: isAsked })
  const isOver = data?.steps.every(({ done }) => done) ?? false
  const [wasOpen, setWasOpen] = useState(false)
  if (data && !isOver && !wasOpen) setWasOpen(true)
  useEffect(() => {
    if (isOver) noteFirstStepsOver(memberId)
  }, [isOver, memberId])

  const dismiss = async () => {
    if (isOver) return
    await client.firstSteps.dismiss()
    noteFirstStepsOver(memberId)
    await queryClient.invalidateQueries({ queryKey: api.firstSteps.key() })
  }

  return {
    isWaiting: isPending && fetchStatus === 'fetching' && failureCount === 0,
    state: wasOpen && data && data.steps.length > 0 ? data : undefined,
    dismiss,
  }
}
