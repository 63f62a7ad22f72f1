// What the processes that serve on one port ask the one that started them.
import cluster, { type Worker } from 'node:cluster'
import type { RateKey, Turn } from './rate-limiter.server.ts'

/** What can be asked, and what is answered. */
interface Questions {
  turn: { ask: { keys: readonly RateKey[]; maxWait: number }; answer: Turn }
  metrics: { ask: null; answer: string }
}
type Kind = keyof Questions

type Answers = { [Name in Kind]: (ask: Questions[Name]['ask']) => Answer<Name> | Promise<Answer<Name>> }
type Answer<Name extends Kind> = Questions[Name]['answer']

interface Envelope {
  threshold: Kind
  id: number
  content?: unknown
  error?: string
}

/** Milliseconds: longer than prom-client waits for a worker. */
const PATIENCE_MS = 6000
const waiting = new Map<number, (envelope: Envelope) => void>()
let asked = 0

/** In the primary process: how what workers ask is answered. */
export function answerWorkers(answers: Answers): void {
  cluster.on('message', async (worker: Worker, message: Envelope) => {
    if (!message?.threshold) return
    const { threshold, id, content } = message
    const answer = answers[threshold] as (ask: unknown) => unknown
    const reply: Envelope = await Promise.resolve(content)
      .then(answer)
      .then(
        (result) => ({ threshold, id, content: result }),
        (error: Error) => ({ threshold, id, error: error.message }),
      )
    if (worker.isConnected()) worker.send(reply)
  })
}

/** In a worker: turns that its primary counts for all of them. Undefined in a process that serves alone. */
export function turnsOfPrimary() {
  if (!cluster.isWorker) return undefined
  return (keys: readonly RateKey[], maxWait: number): Promise<Turn> => askPrimary('turn', { keys, maxWait })
}

/** In a worker: the metrics of all of them. Undefined in a process that serves alone; rejects when one of them does not answer. */
export async function metricsOfWorkers(): Promise<string | undefined> {
  return cluster.isWorker ? askPrimary('metrics', null) : undefined
}

function askPrimary<Name extends Kind>(kind: Name, content: Questions[Name]['ask']): Promise<Answer<Name>> {
  if (asked === 0) process.on('message', (envelope: Envelope) => waiting.get(envelope?.id)?.(envelope))
  const id = ++asked
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => settle({ threshold: kind, id, error: 'no answer' }), PATIENCE_MS)
    const settle = (envelope: Envelope) => {
      if (envelope.threshold !== kind) return
      clearTimeout(late)
      waiting.delete(id)
      if (envelope.error !== undefined) reject(new Error(envelope.error))
      else resolve(envelope.content as Answer<Name>)
    }
    waiting.set(id, settle)
    process.send?.({ threshold: kind, id, content } satisfies Envelope)
  })
}
