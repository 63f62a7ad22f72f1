import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../api/core/client.ts'
import { useLiveEvents } from '../live/use-live-events.ts'

/** Many acts at once are one question to the server. */
const GATHER_MS = 250

/** Keeps what is on screen of one's notifications true while others act, and while one reads in another tab. */
export function useNotificationEvents(): void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents(({ type }) => {
    if (type !== 'notification' && type !== 'missed') return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: api.notifications.key() })
    }, GATHER_MS)
  })
}
