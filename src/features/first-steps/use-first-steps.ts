import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, client } from '../../api/core/client.ts'
import { useSession } from '../accounts/session/session.tsx'
import { noteFirstStepsOver } from './over.ts'

/** The viewer's first steps, as far as there are any. Once all are done they are still shown, until the page is left. */
export function useFirstSteps() {
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const query = api.firstSteps.read.queryOptions({ staleTime: 0 })
  const { data, isPending, fetchStatus, failureCount } = useQuery(query)
  const isOver = data?.steps.every(({ done }) => done) ?? false
  const [wasOpen, setWasOpen] = useState(false)
  if (data && !isOver && !wasOpen) setWasOpen(true)
  const memberId = viewer?.id
  useEffect(() => {
    if (isOver && memberId) noteFirstStepsOver(memberId)
  }, [isOver, memberId])

  const dismiss = async () => {
    if (isOver) return
    await client.firstSteps.dismiss()
    if (memberId) noteFirstStepsOver(memberId)
    await queryClient.invalidateQueries({ queryKey: api.firstSteps.key() })
  }

  return {
    isWaiting: isPending && fetchStatus === 'fetching' && failureCount === 0,
    state: wasOpen && data && data.steps.length > 0 ? data : undefined,
    dismiss,
  }
}
