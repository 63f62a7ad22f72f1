import autocannon from 'autocannon'
import type pg from 'pg'
import { type RunningForum, run } from './process.ts'
import type { BenchRequest, Row } from './rows.ts'

const BARE = new URL('./bare.ts', import.meta.url)
const CONNECTIONS = 16

interface RateRun {
  forum: RunningForum
  db: pg.Client
  /** Duration of each round in seconds, for the bare server and the forum each. */
  seconds: number
  rounds: number
}

/** Prints requests per second for each row, and for a bare Node server with responses of the same size. */
export async function measureRates(rows: Row[], course: RateRun): Promise<void> {
  console.log(`\n| ${['', 'bare server/s', 'forum/s', 'share', 'p99 ms', 'failed'].join(' | ')} |`)
  console.log(`|${'---|'.repeat(6)}`)
  for (const row of rows) console.log(`| ${(await measureRate(row, course)).join(' | ')} |`)
}

async function measureRate(row: Row, { forum, db, seconds, rounds }: RateRun): Promise<string[]> {
  const shots = await row.shots(db)
  const bare = await run(BARE, [String(await sizeOf(forum.origin, shots[0] as BenchRequest))])
  const theirs: autocannon.Result[] = []
  const ours: autocannon.Result[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      theirs.push(await load(bare.origin, [{ method: 'GET', path: '/' }], seconds))
      ours.push(await load(forum.origin, shots, seconds))
    }
  } finally {
    await bare.stop()
  }
  await row.verify?.(db)
  const [most, rate] = [theirs, ours].map((results) =>
    median(results.map(({ requests }) => requests.average)),
  )
  const p99 = median(ours.map(({ latency }) => latency.p99))
  const failed = ours.reduce((sum, { non2xx, errors, timeouts }) => sum + non2xx + errors + timeouts, 0)
  const share = (rate ?? 0) / (most ?? 0)
  return [
    row.name,
    most?.toFixed(0) ?? '',
    rate?.toFixed(0) ?? '',
    share.toFixed(3),
    p99.toFixed(0),
    String(failed),
  ]
}

/** Sends requests for `duration` seconds. All connections take them in turn from one list. */
function load(url: string, shots: readonly BenchRequest[], duration: number): Promise<autocannon.Result> {
  let sent = 0
  const next = (request: object) => ({ ...request, ...shots[sent++ % shots.length] })
  return autocannon({ url, connections: CONNECTIONS, duration, requests: [{ setupRequest: next }] })
}

/** Requests a page once, which also warms up the forum. Returns its uncompressed size in bytes. */
async function sizeOf(origin: string, { method, path, headers, body }: BenchRequest): Promise<number> {
  const identity = { ...headers, 'accept-encoding': 'identity' }
  const response = await fetch(`${origin}${path}`, { method, headers: identity, body })
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`)
  return (await response.arrayBuffer()).byteLength
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
