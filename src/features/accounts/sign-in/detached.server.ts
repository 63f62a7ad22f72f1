import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from '../../../api/core/context.server.ts'
import { Overloaded } from '../../../platform/outage.ts'
import { unavailableResponse } from '../api-response.server.ts'

interface Detached {
  /** For the log. */
  name: string
  /** ms until the answer, whatever became of the work by then. */
  pace: number
  /** Does it, and resolves to better-auth's answer, which only the log gets to see. Rejects at once when overloaded. */
  work: () => Promise<Response>
}

/**
 * Answers at a fixed moment, and the same, what an address with an account takes longer for than one without. If the
 * process dies before the work is done nothing was promised but a mail: who gets none asks again.
 */
export async function respondDetached(
  { background }: Pick<Services, 'background'>,
  { name, pace, work }: Detached,
): Promise<Response> {
  let overloaded: Overloaded | undefined
  const working = work().then(expectSuccess, (error: unknown) => {
    if (!(error instanceof Overloaded)) throw error
    overloaded = error
  })
  background.add(name, working)
  await sleep(pace)
  return overloaded ? unavailableResponse(overloaded.seconds) : Response.json({ status: true })
}

async function expectSuccess(answer: Response): Promise<void> {
  if (!answer.ok) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
}
