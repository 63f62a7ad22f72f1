/** Milliseconds since the navigation, and length, of a task over 50 ms. */
export interface LongTask {
  start: number
  duration: number
}

/** A shorter task delays no reaction noticeably (web.dev/articles/tbt). */
const SHORT_MS = 50

/** Total blocking time: the part of each task beyond 50 ms, after the first paint. */
export function blockingTime(tasks: readonly LongTask[], firstPaint: number): number {
  return tasks.reduce((sum, { start, duration }) => {
    const seen = Math.min(duration, start + duration - firstPaint)
    return sum + Math.max(0, seen - SHORT_MS)
  }, 0)
}
