import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../core/context.server.ts'
import { OverloadedError } from '../../platform/outage.ts'
import { unavailableResponse } from '../api-response.server.ts'

interface DetachedWork {
  name: string
  pace: number
  /** Resolves to better-auth's response. Only errors are logged. Rejects at once when overloaded. */
  work: () => Promise<Response>
}

/** Responds after a fixed time, to hide whether the address has an account. The work continues in the background. */
export async function respondDetached(
  { background }: Pick<Services, 'background'>,
  { name, pace, work }: DetachedWork,
): Promise<Response> {
  let overloaded: OverloadedError | undefined
  const working = work().then(expectSuccess, (error: unknown) => {
    if (!(error instanceof OverloadedError)) throw error
    overloaded = error
  })
  background.add(name, working)
  await sleep(pace)
  return overloaded ? unavailableResponse(overloaded.seconds) : Response.json({ status: true })
}

async function expectSuccess(answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
}

/** Step of response times in milliseconds: longer than the differences it hides, too short to notice. */
export const TIMING_STEP_MS = 250

/** Rounds the duration of `work` up to a multiple of `stepMs`, so that it reveals nothing. */
export async function withConstantTiming<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    await sleep(stepMs - ((performance.now() - started) % stepMs))
  }
}
