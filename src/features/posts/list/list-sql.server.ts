import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import { type Page, toPage } from '../../../platform/keyset.server.ts'
import { type SummaryRow, summaryColumns, toSummary } from '../card/summary-sql.server.ts'
import type { PostSummary } from '../contract.ts'
import type { Sort, TimeFilter } from '../policy.ts'
import { type Cursor, writeCursor } from './cursor.ts'
import { inOrder, isAfter, isWithin, ORDERS, sortKey } from './order-sql.server.ts'

/** Any order but relevance, which only a search has. */
export type ListSort = Exclude<Sort, 'relevance'>

export interface ListFilter {
  sort: ListSort
  time: TimeFilter
  /** Ids: posts of any of them. Empty: all posts. */
  categories: string[]
  /** A username; without one everybody's. */
  author?: string | undefined
  /** With "newest": the pinned posts before all others. */
  pinnedFirst: boolean
  cursor?: Cursor | undefined
  limit: number
}

interface ListedRow extends SummaryRow {
  /** What it is sorted by: the place where the next page begins. */
  sort_key: string | number
}

/** One page of a list, in one statement. */
export async function listPosts(db: Kysely<DB>, filter: ListFilter): Promise<Page<PostSummary>> {
  const pinnedFirst = filter.pinnedFirst && filter.sort === 'newest' && !filter.author
  const found = pinnedFirst ? pinnedAndOthers(filter) : filter.author ? written(filter) : walks(filter)
  return await pageOfPosts(db, found, { ...filter, pinnedFirst })
}

/** The posts that `found` finds (their `post_id`, what they are sorted by, and one more than fit), as they are listed. */
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
    writeCursor({
      sort,
      key: last.sort_key,
      id: last.id,
      pinned: pinnedFirst && last.is_pinned,
    }),
  )
  return { items: items.map(toSummary), next }
}

/*
 * Each of these finds the posts of a page, with what they are sorted by, and one more: it tells whether there is a
 * next page.
 */

/** The handful of pinned posts, then all others: one list with one cursor, so that no post comes twice. */
function pinnedAndOthers(filter: ListFilter): RawBuilder<unknown> {
  const { cursor, limit } = filter
  const others = sql`post_id <> all (array(select id from posts where is_pinned))`
  if (cursor && !cursor.pinned)
    return sql`select post_id, false as pinned, created_at from (${walks(filter, others)}) as others`
  return sql`
    select post_id, pinned, created_at from (
      (select post_id, true as pinned, created_at from (${postsWhere(sql`p.is_pinned`, filter)}) as pinned
      where ${isAfter(cursor, 'newest')})
      union all
      select post_id, false, created_at from (${walks({ ...filter, cursor: undefined }, others)}) as others) as list
    order by pinned desc, ${inOrder('newest')} limit ${limit + 1}`
}

/** A member's posts: few enough to sort, whatever the order. */
function written(filter: ListFilter): RawBuilder<unknown> {
  const { author, sort, cursor, limit } = filter
  const posts = postsWhere(
    sql`p.author_id = (select id from profiles where lower(username) = lower(${author})) and p.removed_at is null`,
    filter,
  )
  return sql`select * from (${posts}) as written
    where ${isAfter(cursor, sort)} order by ${inOrder(sort)} limit ${limit + 1}`
}

export function postsWhere(
  condition: RawBuilder<unknown>,
  { categories, time }: Pick<ListFilter, 'categories' | 'time'>,
) {
  const labels = sql`select from post_categories where post_id = p.id and category_id = any(${categories}::uuid[])`
  return sql`
    select p.id as post_id, p.created_at, p.votes_score, p.comment_count, p.view_count,
      coalesce(p.last_comment_at, p.created_at) as active_at
    from posts p
    where ${condition} and ${isWithin(time)} and ${categories.length > 0 ? sql`exists (${labels})` : sql`true`}`
}

/** One walk down an index of post_rankings for each category, merged; a post of two categories comes once. */
function walks(filter: ListFilter, condition = sql`true`): RawBuilder<unknown> {
  const { categories, sort, limit } = filter
  const scopes = categories.length > 0 ? categories.map((id) => sql`${id}::uuid`) : [sql`whole_forum()`]
  const [first, ...more] = scopes.map((scope) => walk(filter, scope, condition))
  if (more.length === 0) return sql`${first}`
  return sql`
    select distinct post_id, ${sql.ref(ORDERS[sort].column)} from (${sql.join([first, ...more], sql` union all `)}) as walks
    order by ${inOrder(sort)} limit ${limit + 1}`
}

/**
 * The posts of a day or a week are few: they are read by their time and then sorted, where a walk down all posts
 * by score would pass hundreds of old ones for each of them. Over a month or more it passes few. A condition may name the
 * row `ranked`.
 */
export function walk(
  { sort, time, cursor, limit }: Pick<ListFilter, 'sort' | 'time' | 'cursor' | 'limit'>,
  scope: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const areFew = (time === 'day' || time === 'week') && ORDERS[sort].column !== 'created_at'
  const few = sql`(select * from post_rankings where scope = ${scope} and ${isWithin(time)} offset 0)`
  return sql`
    (select post_id, ${sql.ref(ORDERS[sort].column)} from ${areFew ? few : sql`post_rankings`} as ranked
    where scope = ${scope} and ${isWithin(time)} and ${condition} and ${isAfter(cursor, sort)}
    order by ${inOrder(sort)} limit ${limit + 1})`
}
