import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { isAfterRow, type Page, SORTED, toPage } from '../../../platform/keyset.server.ts'
import { type SummaryRow, summaryColumns, toSummary } from '../card/summary-sql.server.ts'
import type { PostSummary } from '../contract.ts'
import type { Sort, TimeFilter } from '../policy.ts'
import { type PostCursor, writePostCursor } from './cursor.ts'

export interface ListFilter {
  sort: Exclude<Sort, 'relevance'>
  time: TimeFilter
  /** Ids of concepts. A post must have at least one of them. An empty array selects all posts. */
  concepts: string[]
  author?: string | undefined
  /** Whether pinned posts come first. Only used if sorted by newest. */
  pinnedFirst: boolean
  cursor?: PostCursor | undefined
  limit: number
}

interface ListedRow extends SummaryRow {
  sort_key: string | number
}

export async function listPosts(db: Kysely<DB>, filter: ListFilter): Promise<Page<PostSummary>> {
  const pinnedFirst = filter.pinnedFirst && filter.sort === 'newest' && !filter.author
  const found = pinnedFirst ? pinnedAndOthers(filter) : filter.author ? written(filter) : walks(filter)
  return pageOfPosts(db, found, { ...filter, pinnedFirst })
}

/** Loads a page of posts. `found` selects `post_id`, the sort column and one row more than the limit. */
export async function pageOfPosts(
  db: Kysely<DB>,
  found: RawBuilder<unknown>,
  { sort, limit, pinnedFirst }: Pick<ListFilter, 'sort' | 'limit' | 'pinnedFirst'>,
): Promise<Page<PostSummary>> {
  const { rows } = await sql<ListedRow>`
    with page as (${found})
    select ${summaryColumns}, ${sortKey(sort)} from page
    join posts p on p.id = page.post_id left join profiles a on a.id = p.author_id
    order by ${pinnedFirst ? sql`page.pinned desc,` : sql``} ${inOrder(sort, 'page')}`.execute(db)
  const { items, next } = toPage(rows, limit, (last) =>
    writePostCursor({ sort, key: last.sort_key, id: last.id, pinned: pinnedFirst && last.is_pinned }),
  )
  return { items: items.map(toSummary), next }
}

/** Selects pinned posts, then all others. One list with one cursor, so that no post appears twice. */
function pinnedAndOthers(filter: ListFilter): RawBuilder<unknown> {
  const { cursor, limit } = filter
  const others = sql`post_id <> all (array(select id from posts where is_pinned))`
  if (cursor && !cursor.pinned)
    return sql`select post_id, false as pinned, created_at from (${walks(filter, others)}) as others`
  return sql`
    select post_id, pinned, created_at from (
      (select post_id, true as pinned, created_at from (${postsWhere(sql`p.is_pinned`, filter)}) as pinned
      where ${isAfterPostSql(cursor, 'newest')})
      union all
      select post_id, false, created_at from (${walks({ ...filter, cursor: undefined }, others)}) as others) as list
    order by pinned desc, ${inOrder('newest')} limit ${limit + 1}`
}

/** Selects a member's posts. They are few enough to be sorted in any order without an index. */
function written(filter: ListFilter): RawBuilder<unknown> {
  const { author, sort, cursor, limit } = filter
  const posts = postsWhere(
    sql`p.author_id = (select id from profiles where lower(username) = lower(${author})) and p.removed_at is null`,
    filter,
  )
  return sql`select * from (${posts}) as written
    where ${isAfterPostSql(cursor, sort)} order by ${inOrder(sort)} limit ${limit + 1}`
}

export function postsWhere(
  condition: RawBuilder<unknown>,
  { concepts, time }: Pick<ListFilter, 'concepts' | 'time'>,
) {
  const labels = sql`select from post_concepts where post_id = p.id and concept_id = any(${concepts}::uuid[])`
  return sql`
    select p.id as post_id, p.created_at, p.votes_score, p.comment_count, p.view_count,
      coalesce(p.last_comment_at, p.created_at) as active_at
    from posts p
    where ${condition} and ${isInPeriodSql(time)} and ${concepts.length > 0 ? sql`exists (${labels})` : sql`true`}`
}

/** Selects posts by merging one index scan of post_rankings per concept. */
function walks(filter: ListFilter, condition = sql`true`): RawBuilder<unknown> {
  const { concepts, sort, limit } = filter
  const scopes = concepts.length > 0 ? concepts.map((id) => sql`${id}::uuid`) : [sql`whole_forum()`]
  const [first, ...more] = scopes.map((scope) => walkPostsSql(filter, scope, condition))
  if (more.length === 0) return sql`${first}`
  return sql`
    select distinct post_id, ${sql.ref(POST_ORDERS[sort].column)} from (${sql.join([first, ...more], sql` union all `)}) as walks
    order by ${inOrder(sort)} limit ${limit + 1}`
}

/** Reads posts from an index in the list's order. For a day or week, sorts all posts of that time instead. */
export function walkPostsSql(
  { sort, time, cursor, limit }: Pick<ListFilter, 'sort' | 'time' | 'cursor' | 'limit'>,
  scope: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const areFew = (time === 'day' || time === 'week') && POST_ORDERS[sort].column !== 'created_at'
  const few = sql`(select * from post_rankings where scope = ${scope} and ${isInPeriodSql(time)} offset 0)`
  return sql`
    (select post_id, ${sql.ref(POST_ORDERS[sort].column)} from ${areFew ? few : sql`post_rankings`} as ranked
    where scope = ${scope} and ${isInPeriodSql(time)} and ${condition} and ${isAfterPostSql(cursor, sort)}
    order by ${inOrder(sort)} limit ${limit + 1})`
}

/** Sort column of each order. Posts with equal values are sorted by id, which contains the creation time. */
export const POST_ORDERS = {
  newest: { column: 'created_at', ...SORTED.newest },
  oldest: { column: 'created_at', ...SORTED.oldest },
  top: { column: 'votes_score', ...SORTED.top },
  discussed: { column: 'comment_count', ...SORTED.top },
  views: { column: 'view_count', ...SORTED.top },
  /** Sorted by the time of the newest comment, or of the post if it has none. */
  active: { column: 'active_at', ...SORTED.newest },
  relevance: { column: 'rank', ...SORTED.top, type: sql`double precision` },
} as const

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const

export function inOrder(sort: Sort, table?: string): RawBuilder<unknown> {
  const { column, direction } = POST_ORDERS[sort]
  return sql`${named(column, table)} ${direction}, ${named('post_id', table)} ${direction}`
}

export function sortKey(sort: Sort): RawBuilder<unknown> {
  return sql`${named(POST_ORDERS[sort].column, 'page')} as sort_key`
}

export function isAfterPostSql(cursor: PostCursor | undefined, sort: Sort): RawBuilder<unknown> {
  if (cursor?.id === undefined || cursor.key === undefined) return sql`true`
  const { key, id } = cursor
  return isAfterRow({ key, id }, POST_ORDERS[sort], { key: POST_ORDERS[sort].column, id: 'post_id' })
}

export function periodStartSql(time: TimeFilter): RawBuilder<unknown> {
  return time === 'all' ? sql`null::timestamptz` : sql`now() - ${sql.lit(`${DAYS[time]} days`)}::interval`
}

export function isInPeriodSql(time: TimeFilter): RawBuilder<unknown> {
  return time === 'all' ? sql`true` : sql`created_at >= ${periodStartSql(time)}`
}

function named(column: string, table: string | undefined) {
  return sql.ref(table ? `${table}.${column}` : column)
}
