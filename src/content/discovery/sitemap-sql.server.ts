import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { postHref } from '../../shared/branding/item-address.ts'

/** Maximum entries per file. The protocol allows 50,000, but 10,000 keep files below 2 MB. */
export const FILE_SIZE = 10_000

/** A calendar month in UTC, such as '2026-11', and its number of entries. */
export interface Month {
  month: string
  count: number
}

export interface SitemapEntry {
  path: string
  changed_at: string | null
}

const month = sql`to_char(created_at at time zone 'utc', 'YYYY-MM')`

/** Counts posts per month. Takes 0.2 s for a million posts, but runs at most once an hour. */
export async function countPosts(db: Kysely<DB>): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select ${month} as month, count(*) as count from post_rankings where scope = whole_forum()
    group by 1 order by 1 desc`.execute(db)
  return rows
}

export async function countMembers(db: Kysely<DB>): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select ${month} as month, count(*) as count from (${writers}) as writers group by 1 order by 1 desc`.execute(
    db,
  )
  return rows
}

export async function listPostEntries(db: Kysely<DB>, of: string, part: number): Promise<SitemapEntry[]> {
  const { rows } = await sql<Pick<SitemapEntry, 'changed_at'> & { id: string; title: string }>`
    select p.id, p.title, coalesce(p.edited_at, p.created_at) as changed_at
    from posts p where p.deleted_at is null and p.removed_at is null and ${isIn(of)} order by p.created_at, p.id
    limit ${FILE_SIZE} offset ${(part - 1) * FILE_SIZE}`.execute(db)
  return rows.map(({ changed_at, ...post }) => ({ path: postHref(post), changed_at }))
}

export async function listMemberEntries(db: Kysely<DB>, of: string, part: number): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select '/profile/' || username as path, null as changed_at from (${writers}) as writers
    where ${isIn(of)} order by created_at, username limit ${FILE_SIZE} offset ${(part - 1) * FILE_SIZE}`.execute(
    db,
  )
  return rows
}

export async function listConceptEntries(db: Kysely<DB>): Promise<SitemapEntry[]> {
  const { rows } = await sql<SitemapEntry>`
    select '/concepts/' || id as path, null as changed_at from concepts order by name`.execute(db)
  return rows
}

const writers = sql`
  select p.username, p.created_at from profiles p join users u on u.id = p.id
  where u.email_verified and p.post_count + p.comment_count > 0`

function isIn(of: string) {
  const from = sql`(${`${of}-01`}::date::timestamp at time zone 'utc')`
  return sql`created_at >= ${from} and created_at < ${from} + interval '1 month'`
}
