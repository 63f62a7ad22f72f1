// Messages by which a worker requests the metrics of all workers from the primary process.
import cluster, { type Worker } from 'node:cluster'

interface Question {
  threshold: 'metrics'
  id: number
}

interface Answer extends Question {
  metrics?: string
  error?: string
}

/** Timeout for the primary process in milliseconds. Longer than prom-client waits for a worker. */
const PATIENCE_MS = 6000
const waiting = new Map<number, (answer: Answer) => void>()
let asked = 0

/** Returns metrics to workers that request them. Call it in the primary process. */
export function serveWorkerMetrics(readMetrics: () => Promise<string>): void {
  cluster.on('message', async (worker: Worker, question: Question) => {
    if (question?.threshold !== 'metrics') return
    const answer: Answer = await readMetrics().then(
      (metrics) => ({ ...question, metrics }),
      (error: Error) => ({ ...question, error: error.message }),
    )
    if (worker.isConnected()) worker.send(answer)
  })
}

/** Returns the metrics of all workers, or undefined without workers. Rejects if a worker does not reply. */
export async function readWorkerMetrics(): Promise<string | undefined> {
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
