import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { bearerOf } from './data.ts'
import { load, type Shot } from './load.ts'
import type { Running } from './process.ts'
import { describeMachine, type Machine, writeResults } from './results.ts'
import { timed } from './times.ts'

/** budgets.md: megabytes of the app process after so many mixed requests, hostile addresses among them. */
const BUDGETS = [
  { requests: 10_000, mb: 250 },
  { requests: 100_000, mb: 400 },
]
const REQUESTS = 100_000
const AT_ONCE = 20_000
const SECONDS = 5
const SECONDS_AT_REST = 20
/** Milliseconds from the start to the first page. */
const START_BUDGET_MS = 3000
/** Of the second half against the first: what goes on growing is no cache that fills. */
const FLAT = 1.15

export interface Memory {
  machine: Machine
  budgets: typeof BUDGETS
  start_ms: number
  samples: { requests: number; mb: number }[]
  at_rest_mb: number
}

/** Sends 100,000 requests, no two alike in a third of them, and follows what the process holds. */
export async function measureMemory(forum: Running, db: pg.Client): Promise<void> {
  const firstPage = await timed(async () => (await fetch(forum.origin)).text())
  const { rows } = await db.query<{ id: string }>('select id from posts order by created_at desc limit 2000')
  const ids = rows.map(({ id }) => id)
  const { rows: versions } = await db.query<{ server_version: string }>('show server_version')
  const machine = describeMachine(versions[0]?.server_version ?? '')
  const samples = [{ requests: 0, mb: await megabytes(forum.pid) }]
  for (let sent = 0; sent < REQUESTS; ) {
    const shots = Array.from({ length: AT_ONCE }, (_, n) => shot(sent + n, ids))
    const { requestsPerSecond } = await load(forum.origin, shots, SECONDS)
    sent += Math.max(1, Math.round(requestsPerSecond * SECONDS))
    samples.push({ requests: sent, mb: await megabytes(forum.pid) })
  }
  await sleep(SECONDS_AT_REST * 1000)
  const memory: Memory = {
    machine,
    budgets: BUDGETS,
    start_ms: forum.readyAfter + firstPage,
    samples,
    at_rest_mb: await megabytes(forum.pid),
  }
  await writeResults('memory', memory)
  report(memory)
}

function report({ samples, start_ms, at_rest_mb }: Memory): void {
  const at = (requests: number) => samples.find((sample) => sample.requests >= requests)?.mb ?? Number.NaN
  for (const { requests, mb } of BUDGETS)
    say(`${at(requests).toFixed(0)} MB after ${requests} requests (at most ${mb})`, at(requests) <= mb)
  const isFlat = at(REQUESTS) <= at(REQUESTS / 2) * FLAT
  say(`${at(REQUESTS / 2).toFixed(0)} MB half way, ${at_rest_mb.toFixed(0)} MB at rest`, isFlat)
  say(
    `the first page ${start_ms.toFixed(0)} ms after the start (at most ${START_BUDGET_MS})`,
    start_ms <= START_BUDGET_MS,
  )
}

function say(what: string, met: boolean): void {
  console.log(`memory          ${what}  ${met ? 'met' : 'MISSED'}`)
}

function shot(n: number, ids: string[]): Shot {
  const id = ids[n % ids.length]
  const headers = { 'accept-encoding': ['br', 'gzip', 'identity'][n % 3] as string }
  const get = (path: string): Shot => ({ method: 'GET', path, headers })
  switch (n % 12) {
    case 0:
      return get(`/no-such-page-${n}-${'x'.repeat(n % 500)}`)
    case 1:
      return get(`/forum?x=${n}`)
    case 2:
      return get(`/api/profiles/nobody${n}`)
    case 3:
      return get(`/profile/member${n % 1000}?utm_source=${n}`)
    case 4:
      return get('/forum')
    case 5:
      return get(`/api/posts?limit=${1 + (n % 50)}&sort=top`)
    case 6:
      return { method: 'GET', path: '/api/me', headers: { authorization: `Bearer ${bearerOf(n % 60)}` } }
    default:
      return get(`/post/${id}`)
  }
}

/** Resident megabytes of a process (Linux). */
async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
