/** A task over 50 ms. `start` is in milliseconds since the navigation, `duration` in milliseconds. */
export interface LongTask {
  start: number
  duration: number
}

/** Shorter tasks do not count as blocking (web.dev/articles/tbt). */
const SHORT_MS = 50

/** Total blocking time: the part of each task beyond 50 ms, after the first paint. */
export function blockingTime(tasks: readonly LongTask[], firstPaint: number): number {
  return tasks.reduce((sum, { start, duration }) => {
    const seen = Math.min(duration, start + duration - firstPaint)
    return sum + Math.max(0, seen - SHORT_MS)
  }, 0)
}
