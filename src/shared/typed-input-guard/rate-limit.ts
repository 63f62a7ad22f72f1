import type { Rate } from '../../platform/http/rate.ts'
import { deviceStorage } from '../../platform/storage.ts'

/** Default limit, from section 9 of the specification. */
const DEFAULT_RATE: Rate = { times: 5, seconds: 60 }

/** Times of the latest actions, in milliseconds since 1970. */
type Times = number[]

/** Counts an action across all tabs. Returns 0, or the seconds to wait. The server has its own limit. */
export function consumeLocalRateLimit(key: string, rate: Rate = DEFAULT_RATE, now = Date.now()): number {
  const span = rate.seconds * 1000
  // Ignores times in the future, which exist if the device's clock was set back.
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
