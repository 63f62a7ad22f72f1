import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than what two answers to the same question may differ by, shorter than anybody notices, in ms. */
export const PACE = 250

/** Rounds the time that `work` takes up to a multiple of `pace` ms: it says nothing about what was found. */
export async function evenly<T>(pace: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    await sleep(pace - ((performance.now() - started) % pace))
  }
}
