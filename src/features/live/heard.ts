import type { LiveEvent } from './events.ts'

/** What a tab hears: an event, or that some may have been missed. */
export type Heard = LiveEvent | { type: 'missed' }

const listeners = new Set<(event: Heard) => void>()

/** Between the stream, which loads when somebody is signed in, and whatever is on screen. */
export const heard = {
  listen(listener: (event: Heard) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  say(event: Heard): void {
    for (const listener of listeners) listener(event)
  },
}
