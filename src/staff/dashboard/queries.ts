import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import type { DAYS } from './policy.ts'

const EVERY = { staleTime: 0, refetchInterval: 15_000 }

export const figuresQuery = () => api.operation.figures.queryOptions(EVERY)
export const failedJobsQuery = () => api.operation.failedJobs.queryOptions(EVERY)
export const releaseQuery = () => api.operation.release.queryOptions({ staleTime: Number.POSITIVE_INFINITY })

export const daysQuery = (days: (typeof DAYS)[number]) =>
  api.operation.days.queryOptions({
    input: { days },
    staleTime: 0,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })

export function useRefetchJobs(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: api.operation.figures.key() })
    await queryClient.invalidateQueries({ queryKey: api.operation.failedJobs.key() })
  }
}
