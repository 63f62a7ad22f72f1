import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from './events.ts'

/** What a tab hears: an event, or that some may have been missed. */
export type LiveMessage = LiveEvent | { type: 'missed' }

/** Milliseconds that a part of the page may come later than what it shows was read: its code has to load. */
const LATE = 10_000
/** More than these in that time, and the oldest are left out: what is on screen is read anew by any of them. */
const KEPT = 50

const listeners = new Set<(event: LiveMessage) => void>()
const latest: { event: LiveMessage; at: number }[] = []

/** Between the stream, which loads when somebody is signed in, and whatever is on screen. */
export const liveEvents = {
  /** From now on, and first what was said a moment ago: an event twice does no harm, one that is lost does. */
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
  /** When somebody else looks from now on. */
  clear(): void {
    latest.length = 0
  },
}

/**
 * Calls `listener` with what the live stream says while the component is shown. `missed` comes after a reconnection:
 * nobody knows what was missed, so refetch what is on screen.
 */
export function useLiveEvents(listener: (event: LiveMessage) => void): void {
  const onMessage = useEffectEvent(listener)
  useEffect(() => liveEvents.subscribe((event) => onMessage(event)), [])
}
