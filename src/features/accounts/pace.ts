import { waitInWords } from '../../platform/rate.ts'
import { AccountError } from './browser.ts'

/** What nobody does more often by hand, in ms (spec, section 9). The server has limits of its own. */
const TIMES = 5
const WINDOW = 60_000

/**
 * Notes that an act is about to be done, or refuses it: five of a kind in a minute. Kept for each kind in local
 * storage, so that another tab and a reload count on.
 */
export function keepPace(act: 'sign-in' | 'mail', now = Date.now()): void {
  const recent = readTimes(act).filter((time) => time <= now && time > now - WINDOW)
  const [first = now] = recent.slice(-TIMES)
  if (recent.length >= TIMES) {
    const wait = waitInWords((first + WINDOW - now) / 1000)
    throw new AccountError('TOO_MANY_REQUESTS', `You are going too fast. Try again in ${wait}.`)
  }
  writeTimes(act, [...recent, now])
}

function readTimes(act: string): number[] {
  try {
    const times: unknown = JSON.parse(localStorage.getItem(keyOf(act)) ?? '[]')
    return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : []
  } catch {
    // Unreadable storage: the server counts too.
    return []
  }
}

function writeTimes(act: string, times: number[]): void {
  try {
    localStorage.setItem(keyOf(act), JSON.stringify(times))
  } catch {
    // Full or forbidden: as above.
  }
}

function keyOf(act: string): string {
  return `pace:${act}`
}
