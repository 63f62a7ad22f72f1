/**
 * Limit for parsing one text, in milliseconds of CPU time. A quiet machine needs less than 50 ms. A regular
 * expression that backtracks takes seconds.
 */
export const PARSE_MAX = 200
/** Number of attempts. Only the fastest counts, because a busy machine slows some of them down. */
const TRIES = 5

/** Returns the CPU time in milliseconds that this thread needs for the work, in the fastest attempt. Stops at `enough`. */
export function fastest(work: () => unknown, enough = PARSE_MAX): number {
  let best = Infinity
  for (let n = 0; n < TRIES && best > enough; n++) {
    const { user, system } = process.threadCpuUsage()
    work()
    const after = process.threadCpuUsage()
    best = Math.min(best, (after.user + after.system - user - system) / 1000)
  }
  if (process.env.TIMES) console.log(Math.round(best))
  return best
}
