import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, client } from '../../core/client.ts'
import { deviceStorage } from '../../platform/storage.ts'

/** Loads the first steps. When all are done, they stay visible until the next visit from this device. */
export function useFirstSteps(memberId: string) {
  const [isAsked] = useState(() => deviceStorage.get(FINISHED_BY) !== memberId)
  const queryClient = useQueryClient()
  const query = api.firstSteps.read.queryOptions({ staleTime: 0 })
  const { data, isPending, fetchStatus, failureCount } = useQuery({ ...query, enabled: isAsked })
  const isOver = data?.steps.every(({ done }) => done) ?? false
  const [wasOpen, setWasOpen] = useState(false)
  if (data && !isOver && !wasOpen) setWasOpen(true)
  useEffect(() => {
    if (isOver) deviceStorage.set(FINISHED_BY, memberId)
  }, [isOver, memberId])

  const dismiss = async () => {
    if (isOver) return
    await client.firstSteps.dismiss()
    deviceStorage.set(FINISHED_BY, memberId)
    await queryClient.invalidateQueries({ queryKey: api.firstSteps.key() })
  }

  return {
    isWaiting: isPending && fetchStatus === 'fetching' && failureCount === 0,
    state: wasOpen && data && data.steps.length > 0 ? data : undefined,
    dismiss,
  }
}

const FINISHED_BY = 'first-steps-over'
