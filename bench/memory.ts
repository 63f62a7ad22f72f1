import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { bearerOf } from './data.ts'
import { measureHostile } from './hostile.ts'
import { type Answers, sendMix } from './mix.ts'
import type { Running } from './process.ts'
import { describeMachine, type Machine, writeResults } from './results.ts'
import { timed } from './times.ts'

/** Megabytes of the app process after a number of mixed requests. */
const BUDGETS = [
  { requests: 10_000, mb: 350 },
  { requests: 100_000, mb: 450 },
]
/** Megabytes of the app process at rest, after the mixed requests and all attacks of bench/attacks.ts. */
const REST_BUDGET = 450
/** Requests between two samples. */
const A_SAMPLE = 1000
const SECONDS_AT_REST = 60
const MEMBERS = 60
/** Milliseconds from the start to the first page. */
const START_BUDGET_MS = 3000
/** Of the second half against the first: what goes on growing is no cache that fills. */
export const FLAT = 1.15

export interface Memory {
  machine: Machine
  budgets: typeof BUDGETS
  start_ms: number
  samples: { requests: number; mb: number }[]
  at_rest_mb: number
  /** How often each kind of request was answered with which status. */
  answers: Record<string, Record<number, number>>
}

/**
 * Samples the resident memory during mixed requests, each from another address, and after all attacks (`seconds` each) and
 * a minute without requests. Rate limits are on.
 */
export async function measureMemory(
  forum: Running,
  db: pg.Client,
  { requests, seconds }: { requests: number; seconds: number },
): Promise<void> {
  const firstPage = await timed(async () => (await fetch(forum.origin)).text())
  const { rows } = await db.query<{ id: string }>('select id from posts order by created_at desc limit 2000')
  const { rows: versions } = await db.query<{ server_version: string }>('show server_version')
  const machine = describeMachine(versions[0]?.server_version ?? '')
  const members = Array.from({ length: MEMBERS }, (_, member) => `Bearer ${bearerOf(member)}`)
  const mixed = { origin: forum.origin, posts: rows.map(({ id }) => id), members }
  const samples = [{ requests: 0, mb: await megabytes(forum.pid) }]
  let answers: Answers | undefined
  for (let sent = 0; sent < requests; sent += A_SAMPLE) {
    answers = await sendMix(mixed, sent, A_SAMPLE, answers)
    samples.push({ requests: sent + A_SAMPLE, mb: await megabytes(forum.pid) })
  }
  await measureHostile(forum, db, seconds)
  await sleep(SECONDS_AT_REST * 1000)
  const memory: Memory = {
    machine,
    budgets: BUDGETS,
    start_ms: forum.readyAfter + firstPage,
    samples,
    at_rest_mb: await megabytes(forum.pid),
    answers: answers ?? {},
  }
  await writeResults('memory', memory)
  report(memory)
}

function report({ samples, start_ms, at_rest_mb, answers }: Memory): void {
  const last = samples.at(-1)?.requests ?? 0
  const at = (requests: number) => samples.find((sample) => sample.requests >= requests)?.mb ?? Number.NaN
  for (const { requests, mb } of BUDGETS.filter((budget) => budget.requests <= last))
    say(`${at(requests).toFixed(0)} MB after ${requests} requests (at most ${mb})`, at(requests) <= mb)
  const isFlat = at(last) <= at(last / 2) * FLAT
  say(`${at(last / 2).toFixed(0)} MB halfway, ${at(last).toFixed(0)} MB at the end`, isFlat)
  say(
    `${at_rest_mb.toFixed(0)} MB at rest after all attacks (at most ${REST_BUDGET})`,
    at_rest_mb <= REST_BUDGET,
  )
  say(
    `the first page ${start_ms.toFixed(0)} ms after the start (at most ${START_BUDGET_MS})`,
    start_ms <= START_BUDGET_MS,
  )
  for (const [kind, statuses] of Object.entries(answers))
    console.log(
      `${''.padEnd(16)}${kind.padEnd(26)}${Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    )
}

function say(what: string, met: boolean): void {
  console.log(`memory          ${what}  ${met ? 'met' : 'MISSED'}`)
}

/** Resident megabytes of a process (Linux). */
export async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
