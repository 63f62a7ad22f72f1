import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { call } from '@orpc/server'
import { type Kysely, sql } from 'kysely'
import { operations } from '../src/api/operations.server.ts'
import { createServices, stopServices } from '../src/api/services.server.ts'
import { createDatabase } from '../src/db/database.server.ts'
import { startEmbedded } from '../src/db/embedded.server.ts'
import type { DB } from '../src/db/types.ts'
import { loadConfig } from '../src/platform/config.server.ts'
import { fillFolder } from './fill.ts'
import { READS, type Read } from './reads.ts'
import { describeMachine, type Machine, writeResults } from './results.ts'
import { contextOf, findSubjects, type Subjects } from './subjects.ts'
import { atShare, timeInDatabase } from './times.ts'

/** budgets.md: from the smallest forum to the largest, and milliseconds at the 95th percentile. */
const MOST_GROWTH = 1.5
export const MOST_MS = 10
/** Milliseconds below which a difference says nothing: twice what a statement takes that does nothing. */
const CLOCK_MS = 0.2
export const SIZES = [10_000, 100_000, 1_000_000]
const DEEP_PAGE = 1000
const DEEP_SAMPLES = 10

export interface Times {
  p50: number
  p95: number
}
export interface Measured {
  name: string
  /** 1, or the last of DEEP_SAMPLES pages: the thousandth, or half way through a shorter list; by posts of the forum. */
  page: 'first' | 'deep'
  pages: Record<string, number>
  /** By posts of the forum. */
  times: Record<string, Times>
}
export interface Growth {
  machine: Machine
  sizes: number[]
  reads: Measured[]
}

type Ask = (read: Read, n: number, input: object) => Promise<{ next?: string | null } | undefined>

/**
 * What each read of the catalogue takes in the database, at several sizes of the forum: all its statements, as the procedure sends
 * them, of the first page and of the thousandth.
 */
export async function measureGrowth(sizes: number[]): Promise<void> {
  const growth: Growth = { machine: describeMachine(''), sizes, reads: [] }
  for (const size of sizes) {
    const dataDir = resolve(`data/bench-${size}`)
    await mkdir(dataDir, { recursive: true })
    await fillFolder(dataDir, size)
    const { url, stop } = await startEmbedded(dataDir)
    try {
      growth.machine = describeMachine(await measureForum(url, size, growth.reads))
    } finally {
      await stop()
    }
  }
  await writeResults('growth', growth)
  const missed = growth.reads.filter((read) => !report(read, sizes))
  console.log(`${growth.reads.length - missed.length} of ${growth.reads.length} within the budgets`)
}

/**
 * Whether it is within its budgets: how much it grew, and how long it takes in the largest forum. Of a list that has no deep page at
 * all sizes, from the smallest forum that has one to the largest.
 */
export function verdict({ times }: Measured, sizes: number[]): { growth: number; p95: number; met: boolean } {
  const measured = sizes.flatMap((size) => times[size] ?? [])
  const [first, last] = [measured[0], measured.at(-1)]
  if (!first || !last) return { growth: Number.NaN, p95: Number.NaN, met: false }
  const growth = last.p50 / first.p50
  const stays = growth <= MOST_GROWTH || last.p50 - first.p50 <= CLOCK_MS
  return { growth, p95: last.p95, met: stays && last.p95 <= MOST_MS }
}

/** What was read, and of a deep page which one in the largest forum. */
export function nameOf({ name, page, pages }: Measured, sizes: number[]): string {
  const deepest = sizes.flatMap((size) => pages[size] ?? []).at(-1)
  return page === 'deep' ? `${name}, page ${deepest}` : name
}

function report(read: Measured, sizes: number[]): boolean {
  const { growth, p95, met } = verdict(read, sizes)
  const medians = sizes.map((size) => (read.times[size]?.p50.toFixed(2) ?? '–').padStart(8)).join('')
  const numbers = `${medians} ms, × ${growth.toFixed(2)}, p95 ${p95.toFixed(1).padStart(5)} ms`
  console.log(`${nameOf(read, sizes).padEnd(52)}${numbers}  ${met ? 'met' : 'MISSED'}`)
  return met
}

/** Adds the times of a forum to `reads`, and says which PostgreSQL it is. */
async function measureForum(url: string, size: number, reads: Measured[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'threshold-bench-'))
  const services = createServices(
    loadConfig({ DATABASE_URL: url, DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }),
  )
  const db = createDatabase(url, { max: 1 })
  try {
    const subjects = await findSubjects(db)
    const { processId, version } = await aboutConnection(db)
    const ask: Ask = (read, n, input) =>
      call(procedureOf(read), input, { context: contextOf(services, db, read.as, subjects, n) })
    for (const read of READS) await measureRead(read, subjects, size, processId, ask, reads)
    return version
  } finally {
    await db.destroy()
    await stopServices(services)
    await rm(folder, { recursive: true })
  }
}

async function aboutConnection(db: Kysely<DB>) {
  const { rows } = await sql<{ processId: number; version: string }>`
    select pg_backend_pid() as "processId", current_setting('server_version') as version`.execute(db)
  return rows[0] as { processId: number; version: string }
}

/** The procedure of `posts.list: newest`, without its types: what it is asked comes from the catalogue. */
export function procedureOf({ name }: Pick<Read, 'name'>): never {
  const [operation] = name.split(':')
  const found = operations.find((one) => one.name === operation)
  if (!found) throw new Error(`There is no operation ${operation}.`)
  return found.procedure as never
}

async function measureRead(
  read: Read,
  subjects: Subjects,
  size: number,
  processId: number,
  ask: Ask,
  reads: Measured[],
): Promise<void> {
  const inputs = read.inputs(subjects)
  const { deep, page } = await deepInputs(read, inputs[0] ?? {}, ask)
  for (const [kind, asked] of [
    ['first', inputs],
    ['deep', deep],
  ] as const) {
    if (asked.length === 0) continue
    const times: number[] = []
    // Deep pages are all of the first member.
    for (const [n, input] of asked.entries())
      times.push(await timeInDatabase(processId, () => ask(read, kind === 'deep' ? 0 : n, input)))
    const known = reads.find(({ name, page }) => name === read.name && page === kind)
    const measured: Measured = known ?? { name: read.name, page: kind, pages: {}, times: {} }
    if (!known) reads.push(measured)
    measured.times[size] = { p50: atShare(times, 0.5), p95: atShare(times, 0.95) }
    measured.pages[size] = kind === 'deep' ? page : 1
  }
}

/** Some pages up to the thousandth, or half way through a list that is shorter; none of a list of one page. */
async function deepInputs(read: Read, input: object, ask: Ask): Promise<{ deep: object[]; page: number }> {
  const pages: object[] = [input]
  let next = (await ask(read, 0, input))?.next
  // The next of a post's neighbours is no cursor.
  while (typeof next === 'string' && pages.length < DEEP_PAGE) {
    pages.push({ ...input, cursor: next })
    next = (await ask(read, 0, pages.at(-1) as object))?.next
  }
  if (pages.length < 3) return { deep: [], page: 0 }
  const page = pages.length === DEEP_PAGE ? DEEP_PAGE : Math.ceil(pages.length / 2)
  return { deep: pages.slice(Math.max(1, page - DEEP_SAMPLES), page), page }
}
