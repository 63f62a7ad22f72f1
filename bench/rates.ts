import type pg from 'pg'
import { load, type Shot } from './load.ts'
import { type Running, run } from './process.ts'
import type { Row } from './rows.ts'

/** What a row came to: requests a second, of the bare server and ours, medians of the rounds. */
export interface Rate {
  row: string
  bare: number
  ours: number
  ratio: number
  budget: number
  /** Milliseconds. */
  p99: number
  /** Answers other than 2xx, and broken connections. */
  failures: number
}

interface Course {
  forum: Running
  db: pg.Client
  bare: URL
  /** Of each round, once for the bare server and once for the forum. */
  seconds: number
  rounds: number
}

/** Loads the forum and a bare server that sends as many bytes, in turn. Throws when what was written is not exact. */
export async function measureRate(row: Row, { forum, db, bare, seconds, rounds }: Course): Promise<Rate> {
  const shots = await row.shots(db)
  const bytes = row.bareBytes ?? (await sizeOf(forum.origin, shots[0] as Shot))
  const calibrator = await run(bare, [String(bytes)])
  const bareRates: number[] = []
  const results: Awaited<ReturnType<typeof load>>[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      bareRates.push(
        (await load(calibrator.origin, [{ method: 'GET', path: '/' }], seconds)).requestsPerSecond,
      )
      results.push(await load(forum.origin, shots, seconds))
    }
  } finally {
    await calibrator.stop()
  }
  await row.verify?.(db)
  const rate = rateOf(row, median(bareRates), results)
  report(rate, row)
  return rate
}

function rateOf(row: Row, bare: number, results: Awaited<ReturnType<typeof load>>[]): Rate {
  const ours = median(results.map(({ requestsPerSecond }) => requestsPerSecond))
  return {
    row: row.name,
    bare,
    ours,
    ratio: Number((ours / bare).toFixed(4)),
    budget: row.budget,
    p99: median(results.map((result) => result.p99)),
    failures: results.reduce((sum, result) => sum + result.failures, 0),
  }
}

function report(
  { row, bare, ours, ratio, budget, p99, failures }: Rate,
  { p99: most = Infinity }: Row,
): void {
  const cells = [bare.toFixed(0), ours.toFixed(0), ratio.toFixed(3), budget.toFixed(3), p99.toFixed(1)]
  const isMet = ratio >= budget && p99 <= most && failures === 0
  const verdict = failures > 0 ? `${failures} failed` : isMet ? 'met' : 'MISSED'
  console.log(`${row.padEnd(16)}${cells.map((cell) => cell.padStart(9)).join('')}  ${verdict}`)
}

/** The bytes of an answer, so that the calibrator sends as many. Reading it once also warms the forum up. */
async function sizeOf(origin: string, { method, path, headers, body }: Shot): Promise<number> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body,
  })
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`)
  return (await response.arrayBuffer()).byteLength
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
