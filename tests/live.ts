import { type Envelope, LIVE_CHANNEL } from '../src/features/live/events.ts'
import type { World } from './world.ts'

/** Who was told live of something in their notifications, one id for each time, while `act` went on. */
export async function whoIsTold({ services }: World, act: () => Promise<unknown>): Promise<string[]> {
  const told: string[] = []
  const stop = services.bus.subscribe(LIVE_CHANNEL, (message) => {
    const { to, event } = message as Envelope
    if (to && event.type === 'notification') told.push(to)
  })
  try {
    await act()
  } finally {
    stop()
  }
  return told
}
