import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than what two answers to the same question may differ by, shorter than anybody notices, in ms. */
export const TIMING_STEP_MS = 250

/** Rounds the time that `work` takes up to a multiple of `pace` ms: it says nothing about what was found. */
export async function withConstantTiming<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    await sleep(stepMs - ((performance.now() - started) % stepMs))
  }
}
