import { useEffect, useEffectEvent } from 'react'
import { type LiveMessage, liveEvents } from './event-bus.ts'

/**
 * Calls `listener` with what the live stream says while the component is shown. `missed` comes after a reconnection:
 * nobody knows what was missed, so refetch what is on screen.
 */
export function useLiveEvents(listener: (event: LiveMessage) => void): void {
  const onMessage = useEffectEvent(listener)
  useEffect(() => liveEvents.subscribe((event) => onMessage(event)), [])
}
