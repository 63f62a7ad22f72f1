// Workers ask the primary process for the metrics of all workers.
import cluster, { type Worker } from 'node:cluster'

interface Question {
  threshold: 'metrics'
  id: number
}

interface Answer extends Question {
  metrics?: string
  error?: string
}

/** Milliseconds: longer than prom-client waits for a worker. */
const PATIENCE_MS = 6000
const waiting = new Map<number, (answer: Answer) => void>()
let asked = 0

/** In the primary process. */
export function answerWorkers(readMetrics: () => Promise<string>): void {
  cluster.on('message', async (worker: Worker, question: Question) => {
    if (question?.threshold !== 'metrics') return
    const answer: Answer = await readMetrics().then(
      (metrics) => ({ ...question, metrics }),
      (error: Error) => ({ ...question, error: error.message }),
    )
    if (worker.isConnected()) worker.send(answer)
  })
}

/** The metrics of all workers. Undefined without workers; rejects if one does not answer. */
export async function metricsOfWorkers(): Promise<string | undefined> {
  return cluster.isWorker ? askPrimary() : undefined
}

function askPrimary(): Promise<string> {
  if (asked === 0) process.on('message', (answer: Answer) => waiting.get(answer?.id)?.(answer))
  const id = ++asked
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => settle({ threshold: 'metrics', id, error: 'no answer' }), PATIENCE_MS)
    const settle = ({ threshold, metrics, error }: Answer) => {
      if (threshold !== 'metrics') return
      clearTimeout(late)
      waiting.delete(id)
      if (metrics === undefined) reject(new Error(error))
      else resolve(metrics)
    }
    waiting.set(id, settle)
    process.send?.({ threshold: 'metrics', id } satisfies Question)
  })
}
