import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Forum } from './data.ts'

const COLUMNS = {
  users: ['id', 'name', 'email', 'email_verified', 'username'],
  profiles: ['id', 'username', 'full_name', 'created_at'],
  posts: [
    'id',
    'title',
    'content',
    'content_text',
    'concept_id',
    'author_id',
    'view_count',
    'votes_score',
    'comment_count',
    'last_comment_at',
    'created_at',
  ],
  post_concepts: ['post_id', 'concept_id', 'position'],
  comments: ['id', 'post_id', 'parent_id', 'author_id', 'content', 'created_at'],
  notes: ['id', 'author_id', 'content', 'created_at'],
  votes: ['user_id', 'post_id', 'vote_type', 'created_at'],
} as const
export type Table = keyof typeof COLUMNS
/** Tables in the order in which they are filled. Each table comes after those that it refers to. */
export const TABLES = Object.keys(COLUMNS) as Table[]

/** Copies the generated rows of a table into the database. */
export async function copyTable(pool: pg.Pool, table: Table, forum: Forum): Promise<void> {
  const client = await pool.connect()
  const rows = Readable.from(chunks(forum[table]()))
  const into = client.query(copyFrom(`copy ${table} (${COLUMNS[table].join()}) from stdin`))
  await pipeline(rows, into).finally(() => client.release())
}

type Cell = string | number | null

/** Joins lines into chunks of about 64 KB. Streaming single lines would take longer than inserting them. */
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
