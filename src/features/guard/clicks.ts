/** Clicks that count at once before somebody is asked to slow down; one is forgotten each second. */
export const CLICK_LIMIT = 10
const FORGET_MS = 1000

/** Counts clicks: `true` for the one that is too many, once until the count has come down again. */
export function clickCounter(now: () => number = Date.now) {
  let count = 0
  let last = now()
  let isFlood = false
  return () => {
    const forgotten = Math.floor((now() - last) / FORGET_MS)
    count = Math.max(0, count - forgotten) + 1
    last += forgotten * FORGET_MS
    const was = isFlood
    isFlood = count > CLICK_LIMIT
    return isFlood && !was
  }
}
