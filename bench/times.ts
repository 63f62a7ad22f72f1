import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * Milliseconds that a server process of the database computes for a statement, the best of three: what it takes on a machine
 * that does nothing else, once its rows are in memory. The rest of a busy machine is not in it (Linux).
 */
export async function timeInDatabase(processId: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const start = await computed(processId)
    await work()
    times.push((await computed(processId)) - start)
  }
  return Math.min(...times)
}

async function computed(processId: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${processId}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1e6
}

/** The time that so large a share of them stays within. */
export function atShare(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0
}

/** One line: median and 95th percentile in milliseconds, and whether that is within its budget where there is one. */
export function reportTimes(name: string, times: number[], budget?: number): void {
  const verdict =
    budget === undefined ? '' : ` (${budget} ms)  ${atShare(times, 0.95) <= budget ? 'met' : 'MISSED'}`
  const shown = (share: number) => atShare(times, share).toFixed(1).padStart(8)
  console.log(`${name.padEnd(44)} median ${shown(0.5)} ms  p95 ${shown(0.95)} ms${verdict}`)
}
