import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from './events.ts'

export type LiveMessage = LiveEvent | { type: 'missed' }

/** Milliseconds for which events are stored, to replay them to subscribers whose code loads late. */
const LATE = 10_000
const KEPT = 50

const listeners = new Set<(event: LiveMessage) => void>()
const latest: { event: LiveMessage; at: number }[] = []

export const liveEvents = {
  /** Replays recent events first, so a listener may receive an event twice, which is harmless. */
  subscribe(listener: (event: LiveMessage) => void): () => void {
    for (const { event, at } of latest) if (performance.now() - at < LATE) listener(event)
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  emit(event: LiveMessage): void {
    latest.push({ event, at: performance.now() })
    if (latest.length > KEPT) latest.shift()
    for (const listener of listeners) listener(event)
  },
  /** Deletes stored events. Call it when the viewer changes. */
  clear(): void {
    latest.length = 0
  },
}

/** Calls `listener` for live events while mounted. On `missed` (events were lost), refetch everything on screen. */
export function useLiveEvents(listener: (event: LiveMessage) => void): void {
  const onMessage = useEffectEvent(listener)
  useEffect(() => liveEvents.subscribe((event) => onMessage(event)), [])
}
