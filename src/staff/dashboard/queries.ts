import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import type { DAYS } from './policy.ts'

const EVERY = { staleTime: 0, refetchInterval: 15_000 }

export const figuresQuery = () => api.dashboard.figures.queryOptions(EVERY)
export const failedJobsQuery = () => api.dashboard.failedJobs.queryOptions(EVERY)
export const releaseQuery = () => api.dashboard.release.queryOptions({ staleTime: Number.POSITIVE_INFINITY })

export const daysQuery = (days: (typeof DAYS)[number]) =>
  api.dashboard.days.queryOptions({
    input: { days },
    staleTime: 0,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  })

export function useRefetchJobs(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: api.dashboard.figures.key() })
    await queryClient.invalidateQueries({ queryKey: api.dashboard.failedJobs.key() })
  }
}
