import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { insertStarter } from '../src/db/starter/starter.server.ts'
import { Forum, tokenOf } from './data.ts'
import { COUNTERS, countWords, INDEXES, indexPosts, indexRemarks } from './derive.ts'

/** What is lost with the power is made anew: neither waits for the disk nor cleans up meanwhile. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '512MB',
}

/**
 * Makes a forum of so many posts in a data folder, unless it is there. COPY with triggers off and without the indexes that
 * can be made anew, then what the triggers would have kept, in bulk, while the next tables come in.
 */
export async function fillFolder(dataDir: string, posts: number): Promise<void> {
  const { url, stop } = await startEmbedded(dataDir, { settings: SETTINGS })
  const pool = new pg.Pool({ connectionString: url })
  // end() does not wait until the server knows: it may stop before that.
  pool.on('error', () => undefined)
  try {
    await migrate(url)
    const { rows } = await pool.query<{ posts: boolean; sessions: boolean }>(
      'select exists (select from posts) as posts, exists (select from sessions) as sessions',
    )
    if (rows[0]?.sessions) return
    if (rows[0]?.posts) throw new Error(`${dataDir} was not filled to its end. Remove it.`)
    const start = performance.now()
    await fillDatabase(pool, posts)
    console.log(`made in ${Math.round((performance.now() - start) / 1000)} s\n`)
  } finally {
    await pool.end()
    await stop()
  }
}

async function fillDatabase(pool: pg.Pool, posts: number): Promise<void> {
  await insertStarter(new Kysely({ dialect: new PostgresDialect({ pool }) }))
  const categories = await pool.query<{ id: string }>('select id from categories order by name')
  const forum = new Forum(
    posts,
    categories.rows.map(({ id }) => id),
  )
  const [copier, indexer] = await Promise.all([bulkClient(pool), bulkClient(pool)])
  const { rows: indexes } = await copier.query<Index>(INDEXES, [[...TABLES, ...DERIVED_TABLES]])
  for (const { name } of indexes) await copier.query(`drop index ${name}`)
  for (const table of TABLES.slice(0, 4)) await copy(copier, table, forum)
  const indexed = indexPosts(indexer)
  for (const table of TABLES.slice(4)) await copy(copier, table, forum)
  await Promise.all([indexed.then(() => indexRemarks(indexer)), countWords(copier)])
  for (const statement of COUNTERS) await copier.query(statement)
  for (const { definition } of indexes) await copier.query(definition)
  await copier.query('vacuum analyze')
  await copier.query(SESSIONS, [forum.memberIds, forum.memberIds.map((_, member) => tokenOf(member))])
  copier.release(true)
  indexer.release(true)
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

/** A connection whose rows no trigger and no foreign key looks at. */
async function bulkClient(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  return client
}

async function copy(client: pg.PoolClient, table: Table, forum: Forum) {
  const start = performance.now()
  const target = client.query(copyFrom(`copy ${table} (${COLUMNS[table].join()}) from stdin`))
  await pipeline(Readable.from(chunks(forum[table]())), target)
  console.log(`${table} ${Math.round((performance.now() - start) / 1000)} s`)
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
