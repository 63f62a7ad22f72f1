/** Something kept, as far as it is asked what to let go. */
export interface CacheEntry {
  url: string
  /** ISO 8601 UTC */
  at: string
  bytes: number
}

export interface ExpirationLimits {
  number: number
  /** Of all together. */
  bytes: number
  /** Milliseconds. */
  age: number
}

const DAY = 24 * 60 * 60 * 1000
const MB = 1024 * 1024

/** Some weeks of reading: a page of a post is about 50 KB. */
export const PAGE_LIMITS: ExpirationLimits = { number: 100, bytes: 15 * MB, age: 30 * DAY }
/** What the application asked for beside them: a page asks for three to five. */
export const ANSWER_LIMITS: ExpirationLimits = { number: 300, bytes: 10 * MB, age: 30 * DAY }

/** The addresses to let go, so that the newest of the rest are within the bounds. */
export function expired(entries: readonly CacheEntry[], limits: ExpirationLimits, now: number): string[] {
  let bytes = 0
  let number = 0
  const newestFirst = entries.toSorted((one, other) => other.at.localeCompare(one.at))
  const gone = newestFirst.filter((each) => {
    bytes += each.bytes
    number++
    return number > limits.number || bytes > limits.bytes || now - Date.parse(each.at) > limits.age
  })
  return gone.map(({ url }) => url)
}
