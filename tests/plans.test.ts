// @module-tag all
import { call } from '@orpc/server'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operations } from '../src/app/operations.server.ts'
import { fillDatabase, WITHOUT_TRIGGERS } from './filled-forum/fill.ts'
import { procedureOf, READS, type Read } from './filled-forum/reads.ts'
import { contextOf, findSubjects, type Subjects } from './filled-forum/subjects.ts'
import { LEFT_OUT } from './filled-forum/unmeasured-reads.ts'
import { countWaitingIndexes, planningDatabase, pretendToHaveGrown, sequentialScans } from './plans.ts'
import { makeWorld, type World } from './world.ts'

const POSTS = 2000
/** Factor for the planner's statistics, so that it plans as for a forum of a million posts. */
const TIMES = 500

/** Tables that do not grow with the forum. Sequential scans of these are fast. */
const SMALL = new Set([
  'concepts',
  'community_rules',
  'saved_replies',
  'watched_words',
  'blocked_mail',
  'featured_thinkers',
  'resources',
  'events',
  'site_settings',
])

let world: World
let planning: ReturnType<typeof planningDatabase>
/** A connection whose planner uses a sequential scan only if no index is suitable. */
let forced: ReturnType<typeof planningDatabase>
let subjects: Subjects
let growing: Set<string>
/** Tables with enough rows in this test for the planner to prefer an index, unless none is suitable. */
let filled: Set<string>

beforeAll(async () => {
  world = await makeWorld()
  const url = world.services.config.DATABASE_URL
  const pool = new pg.Pool({ connectionString: url, options: WITHOUT_TRIGGERS })
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await fillDatabase(pool, POSTS)
  log.mockRestore()
  await pool.end()
  await pretendToHaveGrown(world.db, TIMES)
  await vi.waitFor(async () => expect(await countWaitingIndexes(world.db)).toBe(0), { timeout: 30_000 })
  planning = planningDatabase(url)
  forced = planningDatabase(url, ['enable_seqscan=off'])
  subjects = await findSubjects(planning.db)
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, reltuples::bigint as rows from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(world.db)
  growing = new Set(rows.map(({ name }) => name).filter((name) => !SMALL.has(name)))
  const isFilled = (table: (typeof rows)[number]) =>
    table.rows >= 100 * TIMES && !table.name.endsWith('_search')
  filled = new Set(rows.filter(isFilled).map(({ name }) => name))
})
afterAll(async () => {
  await Promise.all([planning.db.destroy(), forced.db.destroy()])
  await world.close()
})

test('every operation that reads is in the catalogue, or left out for a reason', () => {
  const known = new Set([...READS.map(({ name }) => name.split(':')[0]), ...Object.keys(LEFT_OUT)])
  const reading = operations.filter(({ method }) => method === 'GET').map(({ name }) => name)
  expect(reading.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !reading.includes(name as string))).toEqual([])
})

test.each(READS)('$name walks indexes', async (read) => {
  const found = await scansOf(read, planning)
  expect(found.filter(({ table }) => filled.has(table))).toEqual([])
  const inevitable = await scansOf(read, forced)
  expect(inevitable.filter(({ table }) => growing.has(table))).toEqual([])
})

test.each([
  ['posts_author_index', 'profiles.posts', 'posts'],
  ['messages_thread_index', 'conversations.messages', 'messages'],
  ['posts_author_index', 'profiles.highlights', 'posts'],
])('without %s, %s would read all %s', async (index, name, table) => {
  const read = READS.find((one) => one.name === name) as Read
  const transaction = await planning.db.startTransaction().execute()
  await sql`drop index ${sql.ref(index)}`.execute(transaction)
  const found = await scansOf(read, planning, transaction)
  await transaction.rollback().execute()
  expect(found.map((one) => one.table)).toContain(table)
})

/** Returns the sequential scans when reading the first and the second page, for up to three inputs. */
async function scansOf(read: Read, { db: connection, plans }: typeof planning, db = connection) {
  plans.length = 0
  for (const [n, input] of read.inputs(subjects).slice(0, 3).entries()) {
    const context = contextOf(world.services, db, read.as, subjects, n)
    const { next } = ((await call(procedureOf(read), input, { context })) ?? {}) as { next?: string }
    if (typeof next === 'string') await call(procedureOf(read), { ...input, cursor: next }, { context })
  }
  expect(plans.length).toBeGreaterThan(0)
  return sequentialScans(plans)
}
