import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLiveEvents } from '../accounts/live/use-live-events.ts'

/** Refetches queries after a live event. Use 'notification' for moderators' decisions about the viewer. */
export function useRefetchOn(event: 'case' | 'notification', queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  useLiveEvents(({ type }) => {
    if (type === event || type === 'missed') void queryClient.invalidateQueries({ queryKey })
  })
}
