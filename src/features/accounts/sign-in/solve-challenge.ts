import type { Challenge, Proof } from './challenge-schema.ts'

/** A phone of ten years ago needs a tenth of it. */
const PATIENCE_MS = 60_000

/** Undefined where the browser cannot, as without https, or not in time: the form is sent without. */
export function solveChallenge(challenge: Challenge): Promise<Proof | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
    const end = (proof?: Proof) => {
      clearTimeout(timer)
      worker.terminate()
      resolve(proof)
    }
    const timer = setTimeout(end, PATIENCE_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<Proof>) => end(data))
    worker.addEventListener('error', () => end())
    worker.postMessage(challenge)
  })
}
