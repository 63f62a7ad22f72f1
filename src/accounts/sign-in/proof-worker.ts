// Web worker that solves a challenge. Started by use-proof.ts.
import type { Challenge, Proof } from './challenge-schema.ts'
import { solve } from './solve.ts'

addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  postMessage({ challenge: data, solution: await solve(data) } satisfies Proof)
})
