import { type Kysely, sql } from 'kysely'
import { createDatabase } from '../src/db/database.server.ts'
import type { DB } from '../src/db/types.ts'
import { listFollowedPosts } from '../src/features/following/posts-sql.server.ts'
import { listNews } from '../src/features/home/sql.server.ts'
import { type ListFilter, type ListSort, listPosts } from '../src/features/posts/list/list-sql.server.ts'
import { LIST_SIZE, RELATED_SIZE } from '../src/features/posts/policy.ts'
import { VIEWER_STATE_BODY_MAX } from '../src/features/viewer-state/policy.ts'
import { findPostStates } from '../src/features/viewer-state/sql.server.ts'
import { reportTimes, timeInDatabase } from './times.ts'

/** Milliseconds at the 95th percentile, as budgets.md has it for lists. */
const BUDGET = 10
const RELATED_BUDGET = 5
const MEMBERS = 40
const DEEP_PAGE = 1000
const SORTS = ['newest', 'active', 'top'] as const

let processId = 0

/** In the database alone: lists, what members follow, what is new to them, and what a page says of them. */
export async function measureLists(url: string): Promise<void> {
  const db = createDatabase(url, { max: 1 })
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    processId = rows[0]?.pid ?? 0
    await calibrate(db)
    for (const sort of SORTS) await measureList(db, sort)
    await measureRelated(db)
    for (const followed of [1, 50, 500])
      for (const sort of ['newest', 'active'] as const) await measureFollowed(db, followed, sort)
    await measureNews(db)
    for (const [name, readUntil] of Object.entries(READ_UNTIL)) await measureStates(db, name, readUntil)
    await calibrate(db)
  } finally {
    await db.destroy()
  }
}

/** What a statement costs that does nothing. */
async function calibrate(db: Kysely<DB>) {
  const times: number[] = []
  for (let n = 0; n < 300; n++) times.push(await timeInDatabase(processId, () => sql`select 1`.execute(db)))
  reportTimes('calibrator: select 1', times)
}

const wholeForum = (sort: ListSort): ListFilter => ({
  sort,
  time: 'all',
  categories: [],
  pinnedFirst: true,
  limit: LIST_SIZE,
})

async function measureList(db: Kysely<DB>, sort: ListSort) {
  const filter = wholeForum(sort)
  const cursor = await cursorAt(db, sort)
  const times: { first: number[]; deep: number[] } = { first: [], deep: [] }
  for (let n = 0; n < MEMBERS; n++) {
    times.first.push(await timeInDatabase(processId, () => listPosts(db, filter)))
    times.deep.push(await timeInDatabase(processId, () => listPosts(db, { ...filter, cursor })))
  }
  reportTimes(`list, ${sort}, page 1`, times.first, BUDGET)
  reportTimes(`list, ${sort}, page ${DEEP_PAGE}, or half way`, times.deep, BUDGET)
}

async function cursorAt(db: Kysely<DB>, sort: ListSort) {
  const column = sql.ref({ newest: 'created_at', active: 'active_at' }[sort as string] ?? 'votes_score')
  const { rows } = await sql<{ key: string | number; id: string }>`
    select ${column} as key, post_id as id from post_rankings where scope = whole_forum()
    order by ${column} desc, post_id desc limit 1
    offset least(${DEEP_PAGE * LIST_SIZE}, (select count(*) from posts) / 2)`.execute(db)
  return { sort, ...(rows[0] as { key: string | number; id: string }) }
}

async function measureRelated(db: Kysely<DB>) {
  const times: number[] = []
  for (const id of await someOf(db, 'posts', 500))
    times.push(
      await timeInDatabase(processId, () => sql`select related_posts(${id}, ${RELATED_SIZE})`.execute(db)),
    )
  reportTimes('related posts', times, RELATED_BUDGET)
}

/** Members who follow so many members and discussions, and a concept for every ten of them. */
async function measureFollowed(db: Kysely<DB>, followed: number, sort: ListSort) {
  const filter = wholeForum(sort)
  const times: number[] = []
  for (const viewer of await someOf(db, 'profiles', MEMBERS))
    await undone(db, async (transaction) => {
      for (const table of ['user_follows', 'post_follows', 'category_follows'])
        await sql`delete from ${sql.table(table)} where follower_id = ${viewer}`.execute(transaction)
      await sql`insert into user_follows (follower_id, following_id)
        select ${viewer}, id from profiles where id <> ${viewer}
        order by md5(id::text || ${viewer}) limit ${followed}`.execute(transaction)
      await sql`insert into post_follows (follower_id, post_id, posted_at)
        select ${viewer}, post_id, created_at from post_rankings where scope = whole_forum()
        order by created_at desc limit ${followed}`.execute(transaction)
      await sql`insert into category_follows (follower_id, category_id)
        select ${viewer}, id from categories limit ${Math.ceil(followed / 10)}`.execute(transaction)
      times.push(await timeInDatabase(processId, () => listFollowedPosts(transaction, viewer, filter)))
    })
  reportTimes(`following ${followed}, ${sort}`, times, BUDGET)
}

/** Members who have read 300 discussions of the last weeks, some of which went on. */
async function measureNews(db: Kysely<DB>) {
  const times: number[] = []
  for (const viewer of await someOf(db, 'profiles', MEMBERS))
    await undone(db, async (transaction) => {
      await read(transaction, viewer, sql`created_at + (now() - created_at) * random()`, 300)
      times.push(await timeInDatabase(processId, () => listNews(transaction, viewer)))
    })
  reportTimes('news since the last visit', times, BUDGET)
}

const READ_UNTIL = {
  'all read': sql`now()`,
  'some new': sql`created_at + (now() - created_at) * random()`,
  'all new': sql`created_at`,
}

async function measureStates(db: Kysely<DB>, name: string, readUntil: (typeof READ_UNTIL)['all read']) {
  const times: number[] = []
  for (const id of await someOf(db, 'profiles', MEMBERS))
    await undone(db, async (transaction) => {
      const ids = await read(transaction, id, readUntil, VIEWER_STATE_BODY_MAX)
      const viewer = { id, username: '', full_name: null, avatar_url: null, roles: [] }
      times.push(await timeInDatabase(processId, () => findPostStates(transaction, viewer, ids)))
    })
  reportTimes(`viewer state of 1,000 discussions, ${name}`, times, 50)
}

async function read(db: Kysely<DB>, viewer: string, until: (typeof READ_UNTIL)['all read'], limit: number) {
  await sql`delete from post_reads where user_id = ${viewer}`.execute(db)
  const { rows } = await sql<{ post_id: string }>`
    insert into post_reads (user_id, post_id, read_until)
    select ${viewer}, post_id, ${until} from (
      select post_id, created_at from post_rankings where scope = whole_forum() and comment_count > 0
      order by created_at desc limit ${limit}) as posts
    returning post_id`.execute(db)
  return rows.map(({ post_id }) => post_id)
}

async function undone(db: Kysely<DB>, work: (transaction: Kysely<DB>) => Promise<void>) {
  const transaction = await db.startTransaction().execute()
  // Following counts and notifies; that is not what is measured.
  await sql`set local session_replication_role = replica`.execute(transaction)
  await work(transaction).finally(() => transaction.rollback().execute())
}

/** Ids from everywhere in the table, the same each time. */
async function someOf(db: Kysely<DB>, table: 'posts' | 'profiles', count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, row_number() over (order by id) as n, count(*) over () as all_rows from ${sql.table(table)}) as rows
    where n % greatest(1, all_rows / ${count}) = 0 limit ${count}`.execute(db)
  return rows.map(({ id }) => id)
}
