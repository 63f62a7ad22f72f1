import { LIVE_CHANNEL, type LiveEnvelope } from '../src/features/live/events.ts'
import type { World } from './world.ts'

/** Who was told live of something in their notifications, one id for each time, while `act` went on. */
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
