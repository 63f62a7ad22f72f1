import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Page } from '../../platform/keyset.server.ts'
import type { PostSummary } from '../posts/contract.ts'
import { type ListFilter, pageOfPosts, walk } from '../posts/list/list-sql.server.ts'
import { inOrder, isAfter, isWithin, ORDERS } from '../posts/list/order-sql.server.ts'

type Filter = Pick<ListFilter, 'sort' | 'time' | 'categories' | 'cursor' | 'limit'>

/**
 * Posts of followed members that are few enough to be read and sorted. Where there are more, a walk down the forum in its
 * order meets one of them soon.
 */
const FEW_POSTS = 3000

/** One page of what a member follows: posts of followed concepts, followed posts, and posts of followed members. */
export async function listFollowedPosts(
  db: Kysely<DB>,
  viewerId: string,
  filter: Filter,
): Promise<Page<PostSummary>> {
  const { sort, limit } = filter
  const parts = [
    ...ofConcepts(viewerId, filter),
    collected(sql`select post_id from post_follows where follower_id = ${viewerId}`, filter),
    ...(await ofMembers(db, viewerId, filter)),
  ]
  const found = sql`
    select distinct post_id, ${sql.ref(ORDERS[sort].column)} from (${sql.join(parts, sql` union all `)}) as parts
    order by ${inOrder(sort)} limit ${limit + 1}`
  return await pageOfPosts(db, found, { sort, limit, pinnedFirst: false })
}

/** One walk for each concept, as in a list of several; where the list is of some, those posts that a followed one has too. */
function ofConcepts(viewerId: string, filter: Filter): RawBuilder<unknown>[] {
  const followed = sql`select category_id from category_follows where follower_id = ${viewerId}`
  if (filter.categories.length === 0)
    return [
      sql`(
        select of_concept.* from (${followed}) as f
        cross join lateral ${walk(filter, sql`f.category_id`, sql`true`)} as of_concept)`,
    ]
  // No `exists`: the planner would join all posts of these concepts for it.
  const hasFollowed = sql`(
    select true from post_categories where post_id = ranked.post_id and category_id in (${followed}) limit 1)`
  return scopesOf(filter).map((scope) =>
    walk(filter, scope, sql`(${scope} in (${followed}) or ${hasFollowed})`),
  )
}

async function ofMembers(db: Kysely<DB>, viewerId: string, filter: Filter): Promise<RawBuilder<unknown>[]> {
  const followed = sql`select following_id from user_follows where follower_id = ${viewerId}`
  const written = sql`select id from posts where author_id in (${followed}) and removed_at is null and ${isWithin(filter.time)}`
  if (await areFew(db, written)) return [collected(written, filter)]
  // An array, not `in`: the planner, which cannot know how many this member follows, would join the whole forum for few.
  const isOfFollowed = sql`(select author_id from posts where id = ranked.post_id) = any (array(${followed}))`
  return scopesOf(filter).map((scope) => walk(filter, scope, isOfFollowed))
}

async function areFew(db: Kysely<DB>, posts: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*)::integer as found from (${posts} limit ${FEW_POSTS + 1}) as posts`.execute(db)
  return (rows[0]?.found ?? 0) <= FEW_POSTS
}

/** These posts by their keys, then sorted: `offset 0` keeps the planner from walking the whole forum for them. */
function collected(ids: RawBuilder<unknown>, filter: Filter): RawBuilder<unknown> {
  const { sort, time, cursor, limit } = filter
  return sql`(
    select distinct post_id, ${sql.ref(ORDERS[sort].column)} from (
      select * from post_rankings where scope in (${sql.join(scopesOf(filter))}) and post_id in (${ids}) offset 0) as ranked
    where ${isWithin(time)} and ${isAfter(cursor, sort)}
    order by ${inOrder(sort)} limit ${limit + 1})`
}

function scopesOf({ categories }: Pick<Filter, 'categories'>): RawBuilder<unknown>[] {
  return categories.length === 0 ? [sql`whole_forum()`] : categories.map((id) => sql`${id}::uuid`)
}
