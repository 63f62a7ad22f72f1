import { availableParallelism } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { startEmbedded } from '../../src/db/embedded.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { insertStarter } from '../../src/db/starter/starter.server.ts'
import type { DB } from '../../src/db/types.ts'
import { indexBatches, queueBatches } from '../../src/features/search/reindex.server.ts'
import { AFTERWARDS, COMMUNITY, COMMUNITY_TABLES } from './community.ts'
import { copyTable, TABLES, type Table } from './copy.ts'
import { Forum, tokenOf } from './data.ts'
import { COUNTERS, INDEXES, MEMBER_COUNTERS } from './derive.ts'

/** What is lost with the power is made anew: neither waits for the disk nor cleans up meanwhile. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // No copy of what an index is made of (a third of what is written), and little enough for a disk with room for the forum.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '512MB',
  // The processors are busy as it is.
  max_parallel_maintenance_workers: '0',
  // Thousands of statements of a second each: nothing to compile.
  jit: 'off',
}
/** Rows of a batch: nobody waits for one of them here. */
const BATCH = 2000
const CONNECTIONS = Math.max(2, availableParallelism())

/**
 * Makes a forum of so many posts in a data folder, unless it is there. COPY with triggers off and without the indexes that
 * can be made anew, then what the triggers would have kept, in bulk and over a connection for each processor.
 */
export async function fillFolder(dataDir: string, posts: number): Promise<void> {
  const { url, stop } = await startEmbedded(dataDir, { settings: SETTINGS })
  const pool = new pg.Pool({ connectionString: url, max: 2 * CONNECTIONS, options: WITHOUT_TRIGGERS })
  // end() does not wait until the server knows: it may stop before that.
  pool.on('error', () => undefined)
  try {
    await migrate(url)
    const { rows } = await pool.query<{ posts: boolean; sessions: boolean }>(
      'select exists (select from posts) as posts, exists (select from sessions) as sessions',
    )
    if (rows[0]?.sessions) return
    if (rows[0]?.posts) throw new Error(`${dataDir} was not filled to its end. Remove it.`)
    await step('all of it', () => fillDatabase(pool, posts))
  } finally {
    await pool.end()
    await stop()
  }
}

/** Neither triggers nor foreign keys look at a row. */
export const WITHOUT_TRIGGERS = '-c session_replication_role=replica'

/** For an empty, migrated database; over connections WITHOUT_TRIGGERS. */
export async function fillDatabase(pool: pg.Pool, posts: number): Promise<void> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  await insertStarter(db)
  const categories = await pool.query<{ id: string }>('select id from categories order by name')
  const forum = new Forum(
    posts,
    categories.rows.map(({ id }) => id),
  )
  const copy = (table: Table) => step(table, () => copyTable(pool, table, forum))
  const makeIndexes = await dropIndexes(pool)
  for (const table of ['users', 'profiles', 'posts'] as const) await copy(table)
  await Promise.all([copy('post_categories'), queueBatches(db, 'posts', BATCH)])
  const posted = indexBatches(db, 1)
  for (const table of ['comments', 'notes'] as const) await copy(table)
  // All else goes on meanwhile.
  const searchable = Promise.all([
    step('words', async () => {
      await pool.query('select recount_search_words()')
      await makeIndexes('search_words')
    }),
    step('documents', async () => {
      for (const source of ['comments', 'notes'] as const) await queueBatches(db, source, BATCH)
      await Promise.all([posted, indexBatches(db, CONNECTIONS - 1)])
      await makeIndexes(...DOCUMENTS)
    }),
  ])
  await copy('votes')
  const members = forum.memberIds
  await step('counters', () => eachOf(pool, COUNTERS))
  await step('what members do', () => eachOf(pool, COMMUNITY, members))
  await step('what follows from it', () => eachOf(pool, MEMBER_COUNTERS))
  await step('indexes', () => makeIndexes(...TABLES, ...WITHOUT_KEYS))
  await searchable
  await step('moderation', () => inTurn(pool, AFTERWARDS, members))
  await step('vacuum', () => vacuum(pool))
  await pool.query(SESSIONS, [forum.memberIds, forum.memberIds.map((_, member) => tokenOf(member))])
}

/** Drops what can be made anew; answers with what makes that of some tables. */
async function dropIndexes(pool: pg.Pool): Promise<(...tables: string[]) => Promise<void>> {
  const { rows } = await pool.query<Index>(INDEXES, [
    [...DOCUMENTS, 'search_words', ...TABLES, ...WITHOUT_KEYS],
    WITHOUT_KEYS,
  ])
  for (const { drop } of rows) await pool.query(drop)
  return (...tables) =>
    eachOf(
      pool,
      rows.filter(({ table }) => tables.includes(table)).map(({ make }) => make),
    )
}

async function vacuum(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ statement: string }>(VACUUMS)
  await eachOf(
    pool,
    rows.map(({ statement }) => statement),
  )
}

/** Statements that need not wait for each other, in their order, over all connections; `$1` in them is the members. */
async function eachOf(pool: pg.Pool, statements: readonly string[], members?: string[]): Promise<void> {
  const left = [...statements]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await pool.query(next, valuesOf(next, members))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}

/** One after the other, with triggers: they number the entries of the log. */
async function inTurn(pool: pg.Pool, statements: readonly string[], members: string[]): Promise<void> {
  const client = await pool.connect()
  await client.query('set session_replication_role = origin')
  for (const statement of statements) await client.query(statement, valuesOf(statement, members))
  client.release(true)
}

const valuesOf = (statement: string, members?: string[]) => (statement.includes('$1') ? [members] : [])

async function step(name: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

interface Index {
  table: string
  drop: string
  make: string
}

/** What is found by its words. */
const DOCUMENTS = ['comment_search', 'post_search', 'note_search']

/** Nothing looks up a row of these before all are there. */
const WITHOUT_KEYS = ['post_rankings', ...COMMUNITY_TABLES]

/** The largest first, so that no connection is left with it at the end. */
const VACUUMS = `select 'vacuum (analyze) ' || oid::regclass as statement from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_table_size(oid) desc`

/** Last: a forum that has them was filled to its end. */
const SESSIONS = `insert into sessions (user_id, token, expires_at)
  select id, token, now() + interval '7 days' from unnest($1::uuid[], $2::text[]) as t (id, token)`
