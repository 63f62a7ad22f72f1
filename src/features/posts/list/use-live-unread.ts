import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '../../live/use-live-events.ts'

/** What is written meanwhile is asked for once in so many milliseconds, for all cards with one call. */
const GATHER_MS = 3000

/** "3 new" on the cards of a list counts along while others write. */
export function useLiveUnread(known: ReadonlySet<string>): void {
  const queryClient = useQueryClient()
  const gathered = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = () => {
    timer.current = undefined
    for (const id of gathered.current)
      void queryClient.invalidateQueries({ queryKey: [['viewerState', 'post', id]] })
    gathered.current.clear()
  }
  useLiveEvents((event) => {
    const ids = event.type === 'missed' ? [...known] : event.type === 'comments' ? [event.post_id] : []
    for (const id of ids) if (known.has(id)) gathered.current.add(id)
    if (gathered.current.size > 0) timer.current ??= setTimeout(ask, GATHER_MS)
  })
}
