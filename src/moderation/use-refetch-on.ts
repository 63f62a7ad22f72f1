import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLiveEvents } from '../accounts/live/use-live-events.ts'

/** Refetches queries after a live event of the type and after missed events. Decisions are notifications. */
export function useRefetchOn(event: 'case' | 'notification', queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  useLiveEvents(({ type }) => {
    if (type === event || type === 'missed') void queryClient.invalidateQueries({ queryKey })
  })
}
