import { LIVE_CHANNEL, type LiveEnvelope } from '../src/accounts/live/events.ts'
import type { World } from './world.ts'

/** Runs `act`. Returns the ids of the members to whom live notification events are sent meanwhile. */
export async function notifiedBy({ services }: World, act: () => Promise<unknown>): Promise<string[]> {
  const notified: string[] = []
  const stop = services.bus.subscribe(LIVE_CHANNEL, (message) => {
    const { to, event } = message as LiveEnvelope
    if (to && event.type === 'notification') notified.push(to)
  })
  try {
    await act()
  } finally {
    stop()
  }
  return notified
}
