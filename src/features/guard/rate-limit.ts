import type { Rate } from '../../platform/rate.ts'
import { deviceStorage } from '../../platform/storage.ts'

/** Five within a minute (spec, section 9): more often nobody means it. */
const DEFAULT_RATE: Rate = { times: 5, seconds: 60 }

/** What the storage holds for a key: when each of the last actions was, in milliseconds. */
type Times = number[]

/**
 * Takes a turn of what this browser may do `rate.times` within `rate.seconds`, in all its tabs together. Answers 0, or
 * the seconds to wait. It spares people a refusal; it is the server that refuses.
 */
export function consumeRateLimit(key: string, rate: Rate = DEFAULT_RATE, now = Date.now()): number {
  const span = rate.seconds * 1000
  // A clock that was set back leaves times of the future behind: they are nobody's.
  const recent = read(key).filter((time) => time <= now && time > now - span)
  const first = recent.at(-rate.times)
  if (first !== undefined) return Math.ceil((first + span - now) / 1000)
  write(key, [...recent, now])
  return 0
}

function read(key: string): Times {
  try {
    const times: unknown = JSON.parse(deviceStorage.get(PREFIX + key) ?? '[]')
    return Array.isArray(times) ? times.filter(Number.isFinite) : []
  } catch {
    return []
  }
}

function write(key: string, times: Times): void {
  deviceStorage.set(PREFIX + key, JSON.stringify(times))
}

const PREFIX = 'rate-limit:'
