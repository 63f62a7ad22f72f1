import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const draw = promisify(randomBytes)

/**
 * Seconds until a small work gets a thread of the pool, where files, compression and passwords are done: the event loop
 * may be idle while all of them wait. `limit` seconds at most.
 */
export async function threadPoolDelay(limit: number): Promise<number> {
  const asked = performance.now()
  const giveUp = new AbortController()
  const over = sleep(limit * 1000, true, { signal: giveUp.signal }).catch(() => true)
  const isOver = await Promise.race([draw(1).then(() => false), over])
  giveUp.abort()
  // A timer may go off a fraction of a millisecond before its time.
  return isOver ? limit : Math.min(limit, (performance.now() - asked) / 1000)
}
