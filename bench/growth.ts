import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { createServices, stopServices } from '../src/app/services.server.ts'
import { createDatabase } from '../src/db/database.server.ts'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { loadConfig } from '../src/platform/config/config.server.ts'
import { fillFolder } from '../tests/filled-forum/fill.ts'
import { procedureOf, READS, type Read } from '../tests/filled-forum/reads.ts'
import { contextOf, findSubjects } from '../tests/filled-forum/subjects.ts'

/** Budgets of a read: from the smaller to the larger forum, its median may grow by half. p95 may be 10 ms. */
const MOST_GROWTH = 1.5
const MOST_MS = 10
/** Differences up to this many milliseconds are noise: twice the time of an empty statement. */
const CLOCK_MS = 0.2
/** Number of the page that is measured as a list's deep page. In a shorter list, it is the middle page. */
const DEEP_PAGE = 100
const DEEP_SAMPLES = 10

interface Times {
  p50: number
  p95: number
}
type ReadCall = (read: Read, n: number, input: object) => Promise<{ next?: string | null } | undefined>

/** Prints the database's CPU time for each API read, on the first and a deep page, at two forum sizes. */
export async function measureGrowth([first, last]: [number, number]): Promise<void> {
  const [before, after] = [await measureSize(first), await measureSize(last)]
  console.log(
    `\n| read | ${first} posts, median ms | ${last} posts | p95 | within budget |\n|${'---|'.repeat(5)}`,
  )
  let missed = 0
  for (const [name, { p50, p95 }] of after) {
    // In the smaller forum, some lists are too short for a deep page.
    const former = before.get(name)?.p50 ?? p50
    const isMet = p95 <= MOST_MS && (p50 <= former * MOST_GROWTH || p50 - former <= CLOCK_MS)
    if (!isMet) missed++
    console.log(
      `| ${name} | ${former.toFixed(2)} | ${p50.toFixed(2)} | ${p95.toFixed(1)} | ${isMet ? 'yes' : 'no'} |`,
    )
  }
  console.log(`\n${after.size - missed} of ${after.size} within the budgets`)
}

async function measureSize(posts: number): Promise<Map<string, Times>> {
  const dataDir = resolve(`data/bench-${posts}`)
  await mkdir(dataDir, { recursive: true })
  await fillFolder(dataDir, posts)
  const { url, stop } = await startEmbedded(dataDir)
  return measureForum(url).finally(stop)
}

async function measureForum(url: string): Promise<Map<string, Times>> {
  const folder = await mkdtemp(join(tmpdir(), 'threshold-bench-'))
  const services = createServices(
    loadConfig({ DATABASE_URL: url, DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }),
  )
  const db = createDatabase(url, { max: 1 })
  const measured = new Map<string, Times>()
  try {
    const subjects = await findSubjects(db)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const ask: ReadCall = (read, n, input) =>
      call(procedureOf(read), input, { context: contextOf(services, db, read.as, subjects, n) })
    for (const read of READS) {
      const inputs = read.inputs(subjects)
      const deep = await deepInputs(read, inputs[0] ?? {}, ask)
      const time = (n: number, input: object) => timeInDatabase(rows[0]?.pid ?? 0, () => ask(read, n, input))
      measured.set(read.name, await timesOf(inputs, time))
      // Deep pages are read as the first member, because their cursors were made for that member.
      if (deep.length > 0)
        measured.set(`${read.name}, deep`, await timesOf(deep, (_, input) => time(0, input)))
    }
  } finally {
    await db.destroy()
    await stopServices(services)
    await rm(folder, { recursive: true })
  }
  return measured
}

async function timesOf(
  inputs: object[],
  time: (n: number, input: object) => Promise<number>,
): Promise<Times> {
  const times: number[] = []
  for (const [n, input] of inputs.entries()) times.push(await time(n, input))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

/** Returns the inputs of the ten pages up to the deep one. Empty if the list has fewer than three pages. */
async function deepInputs(read: Read, input: object, ask: ReadCall): Promise<object[]> {
  const pages: object[] = [input]
  let next = (await ask(read, 0, input))?.next
  // posts.neighbours has no pages. Its `next` is the next post instead of a cursor.
  while (typeof next === 'string' && pages.length < DEEP_PAGE) {
    pages.push({ ...input, cursor: next })
    next = (await ask(read, 0, pages.at(-1) as object))?.next
  }
  if (pages.length < 3) return []
  const end = pages.length === DEEP_PAGE ? DEEP_PAGE : Math.ceil(pages.length / 2)
  return pages.slice(Math.max(1, end - DEEP_SAMPLES), end)
}

/** Returns the CPU time in ms that `work` takes in the database process. Best of three. Linux only. */
async function timeInDatabase(pid: number, work: () => Promise<unknown>): Promise<number> {
  const processorTime = async () =>
    Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const start = await processorTime()
    await work()
    times.push((await processorTime()) - start)
  }
  return Math.min(...times)
}
