import { availableParallelism } from 'node:os'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { indexBatches, queueBatches } from '../../src/content/search/reindex.server.ts'
import { startEmbedded } from '../../src/db/embedded.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { insertStarter } from '../../src/db/starter/starter.server.ts'
import type { DB } from '../../src/db/types.ts'
import { AFTERWARDS, COMMUNITY, COMMUNITY_TABLES } from './community.ts'
import { copyTable, TABLES, type Table } from './copy.ts'
import { Forum, tokenOf } from './data.ts'
import { COUNTERS, INDEXES, MEMBER_COUNTERS } from './derive.ts'

/** Database settings for loading: no disk syncs and no vacuuming. Lost data can be generated again. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  // `minimal` does not log index builds, a third of all writes. The disk needs 4 GB for the rest of the log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '512MB',
  // Index builds need no parallel workers, because the connections already use all CPU cores.
  max_parallel_maintenance_workers: '0',
  // JIT compilation costs more than it saves for thousands of statements that take only a second each.
  jit: 'off',
}
/** Rows per batch of the search index. Batches can be large, because no other work waits for them. */
const BATCH = 2000
const CONNECTIONS = Math.max(2, availableParallelism())

/**
 * Creates a forum of `posts` posts in a data folder, unless the folder has one. Throws if an earlier run was
 * interrupted. Loads rows with COPY, without triggers and without indexes that can be rebuilt. Then computes
 * in bulk, with one connection per CPU core, the values that triggers would have computed.
 */
export async function fillFolder(dataDir: string, posts: number): Promise<void> {
  const { url, stop } = await startEmbedded(dataDir, { settings: SETTINGS })
  const pool = new pg.Pool({ connectionString: url, max: 2 * CONNECTIONS, options: WITHOUT_TRIGGERS })
  // Ignores errors after pool.end(): it leaves connections to be closed, which the stopping server may break.
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

/** Connection option that disables triggers and foreign keys. */
export const WITHOUT_TRIGGERS = '-c session_replication_role=replica'

/** Fills an empty, migrated database. `pool` must use WITHOUT_TRIGGERS. */
export async function fillDatabase(pool: pg.Pool, posts: number): Promise<void> {
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  await insertStarter(db)
  const concepts = await pool.query<{ id: string }>('select id from concepts order by name')
  const forum = new Forum(
    posts,
    concepts.rows.map(({ id }) => id),
  )
  const copy = (table: Table) => step(table, () => copyTable(pool, table, forum))
  const makeIndexes = await dropIndexes(pool)
  for (const table of ['users', 'profiles', 'posts'] as const) await copy(table)
  await Promise.all([copy('post_concepts'), queueBatches(db, 'posts', BATCH)])
  const posted = indexBatches(db, 1)
  for (const table of ['comments', 'notes'] as const) await copy(table)
  // Builds the search index in the background during the next steps.
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

/** Drops the indexes that can be rebuilt. Returns a function that rebuilds those of the given tables. */
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

/** Runs independent statements on all connections. `$1` stands for the members' ids. */
async function eachOf(pool: pg.Pool, statements: readonly string[], members?: string[]): Promise<void> {
  const left = [...statements]
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) await pool.query(next, valuesOf(next, members))
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}

/** Runs statements in sequence, with triggers enabled because they number the log entries. */
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

/** Tables with a full-text index. */
const DOCUMENTS = ['comment_search', 'post_search', 'note_search']

/** Tables whose primary and unique keys are dropped while rows are loaded, and created again afterwards. */
const WITHOUT_KEYS = ['post_rankings', ...COMMUNITY_TABLES]

/** SQL that vacuums the largest table first, so that the connections finish at about the same time. */
const VACUUMS = `select 'vacuum (analyze) ' || oid::regclass as statement from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by pg_table_size(oid) desc`

/** SQL that creates the sessions. It runs last, because existing sessions mark the forum as complete. */
const SESSIONS = `insert into sessions (user_id, token, expires_at)
  select id, token, now() + interval '7 days' from unnest($1::uuid[], $2::text[]) as t (id, token)`
