import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { insertStarter } from '../src/db/starter/starter.server.ts'
import type { DB } from '../src/db/types.ts'
import { indexBatches, queueBatches, queueWords } from '../src/features/search/reindex.server.ts'
import { AFTERWARDS, COMMUNITY, COMMUNITY_TABLES } from './community.ts'
import { Forum, tokenOf } from './data.ts'
import { COUNTERS, INDEXES, MEMBER_COUNTERS } from './derive.ts'
import { timed } from './times.ts'

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
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS + 2, options: WITHOUT_TRIGGERS })
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
  const { rows: indexes } = await pool.query<Index>(INDEXES, [
    [...TABLES, ...DERIVED_TABLES, ...COMMUNITY_TABLES],
  ])
  for (const { name } of indexes) await pool.query(`drop index ${name}`)
  for (const table of TABLES.slice(0, 4)) await copy(pool, table, forum)
  await queueBatches(db, 'posts', BATCH)
  const posted = step('posts indexed', () => indexBatches(db, CONNECTIONS - 1))
  for (const table of TABLES.slice(4)) await copy(pool, table, forum)
  await queueWords(db)
  for (const source of ['comments', 'notes'] as const) await queueBatches(db, source, BATCH)
  await step('words counted, the rest indexed', () => Promise.all([posted, indexBatches(db, CONNECTIONS)]))
  await step('counters', () => eachOf(pool, COUNTERS))
  const members = forum.memberIds
  await step('what members do', () => eachOf(pool, COMMUNITY, members))
  await step('what follows from it', () => eachOf(pool, MEMBER_COUNTERS))
  const definitions = indexes.map(({ definition }) => definition)
  await step('indexes', () => eachOf(pool, definitions))
  await step('moderation', () => inTurn(pool, AFTERWARDS, members))
  await step('vacuum', () => pool.query('vacuum (analyze, parallel 2)'))
  await pool.query(SESSIONS, [forum.memberIds, forum.memberIds.map((_, member) => tokenOf(member))])
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
  const milliseconds = await timed(work)
  console.log(`${name}: ${(milliseconds / 1000).toFixed(1)} s`)
}

interface Index {
  name: string
  definition: string
}

const COLUMNS = {
  users: ['id', 'name', 'email', 'email_verified', 'username'],
  profiles: ['id', 'username', 'full_name', 'created_at'],
  posts: [
    'id',
    'title',
    'content',
    'content_text',
    'category_id',
    'author_id',
    'view_count',
    'votes_score',
    'comment_count',
    'last_comment_at',
    'created_at',
  ],
  post_categories: ['post_id', 'category_id', 'position'],
  comments: ['id', 'post_id', 'parent_id', 'author_id', 'content', 'created_at'],
  notes: ['id', 'author_id', 'content', 'created_at'],
  votes: ['user_id', 'post_id', 'vote_type', 'created_at'],
} as const
type Table = keyof typeof COLUMNS
const TABLES = Object.keys(COLUMNS) as Table[]
const DERIVED_TABLES = ['post_rankings', 'post_search', 'comment_search', 'note_search', 'search_words']

async function copy(pool: pg.Pool, table: Table, forum: Forum): Promise<void> {
  const client = await pool.connect()
  const rows = Readable.from(chunks(forum[table]()))
  await step(table, () =>
    pipeline(rows, client.query(copyFrom(`copy ${table} (${COLUMNS[table].join()}) from stdin`))),
  )
  client.release()
}

type Cell = string | number | null

/** In pieces of some 64 KB: a stream that gets each line by itself takes longer than the database. */
function* chunks(rows: Iterable<readonly Cell[]>) {
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(cell).join('\t')}\n`
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

function cell(value: Cell) {
  if (value === null) return '\\N'
  return String(value).replace(/[\\\t\n\r]/g, (c) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[c] ?? '\\r')
}

/** Last: a forum that has them was filled to its end. */
const SESSIONS = `insert into sessions (user_id, token, expires_at)
  select id, token, now() + interval '7 days' from unnest($1::uuid[], $2::text[]) as t (id, token)`
