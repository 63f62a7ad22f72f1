/** A task over 50 ms, with its start (ms since the navigation) and duration (ms). */
export interface LongTask {
  start: number
  duration: number
}

/** Milliseconds up to which a task does not count as blocking (web.dev/articles/tbt). */
const SHORT_MS = 50

/** Returns the total blocking time: each task's part beyond 50 ms, counted after the first paint. */
export function blockingTime(tasks: readonly LongTask[], firstPaint: number): number {
  return tasks.reduce((sum, { start, duration }) => {
    const seen = Math.min(duration, start + duration - firstPaint)
    return sum + Math.max(0, seen - SHORT_MS)
  }, 0)
}
