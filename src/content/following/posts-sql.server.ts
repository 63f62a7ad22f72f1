import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import {
  inOrder,
  isAfterPostSql,
  isInPeriodSql,
  type ListFilter,
  POST_ORDERS,
  pageOfPosts,
  postsWhere,
  walkPostsSql,
} from '../posts/list/list-sql.server.ts'

type Filter = Pick<ListFilter, 'sort' | 'time' | 'concepts' | 'cursor' | 'limit'>

/**
 * Up to this number, all followed posts are read and sorted, 2 to 4 µs each. If there are more, an index
 * in the list's order is read instead, up to 20,000 posts, 0.4 µs each.
 */
const FEW_POSTS = 2500
/** Up to this number, followed posts' ids are read first, 0.2 µs each. Above it, authors are looked up. */
const MANY_POSTS = 25_000

export async function listFollowedPosts(db: Kysely<DB>, viewerId: string, filter: Filter) {
  const { sort, limit } = filter
  const parts = [
    ...ofConcepts(viewerId, filter),
    ...(isByTime(filter)
      ? [followedByTime(viewerId, filter), ofMembersByTime(viewerId, filter)]
      : await ofPostsAndMembers(db, viewerId, filter)),
  ]
  const found = sql`
    select distinct post_id, ${sql.ref(POST_ORDERS[sort].column)} from (${sql.join(parts, sql` union all `)}) as parts
    order by ${inOrder(sort)} limit ${limit + 1}`
  return await pageOfPosts(db, found, { sort, limit, pinnedFirst: false })
}

/** Returns queries for posts in followed concepts. With a filter, one query per concept of the filter. */
function ofConcepts(viewerId: string, filter: Filter): RawBuilder<unknown>[] {
  const followed = sql`select concept_id from concept_follows where follower_id = ${viewerId}`
  if (filter.concepts.length === 0)
    return [
      sql`(
        select of_concept.* from (${followed}) as f
        cross join lateral ${walkPostsSql(filter, sql`f.concept_id`, isShown(viewerId))} as of_concept)`,
    ]
  // Not written with `exists`, for which the planner would join all posts of these concepts.
  const hasFollowed = sql`(
    select true from post_concepts where post_id = ranked.post_id and concept_id in (${followed}) limit 1)`
  return scopesOf(filter).map((scope) =>
    walkPostsSql(filter, scope, sql`(${scope} in (${followed}) or ${hasFollowed}) and ${isShown(viewerId)}`),
  )
}

/** Whether an index has the followed posts in the order of the list. */
function isByTime({ sort, concepts }: Filter): boolean {
  return POST_ORDERS[sort].column === 'created_at' && concepts.length === 0
}

function followedByTime(viewerId: string, { sort, time, cursor, limit }: Filter): RawBuilder<unknown> {
  return sql`(
    select post_id, created_at from (
      select post_id, posted_at as created_at from post_follows where follower_id = ${viewerId}) as followed
    where ${isInPeriodSql(time)} and ${isAfterPostSql(cursor, sort)}
      and (select removed_at is null and deleted_at is null from posts where id = post_id) and ${isShown(viewerId)}
    order by ${inOrder(sort)} limit ${limit + 1})`
}

function ofMembersByTime(viewerId: string, { sort, time, cursor, limit }: Filter): RawBuilder<unknown> {
  const firstOf = (member: RawBuilder<unknown>, count: number) => sql`(
    select post_id, created_at from (
      select id as post_id, created_at from posts where author_id = ${member} and removed_at is null) as written
    where ${isInPeriodSql(time)} and ${isAfterPostSql(cursor, sort)}
    order by ${inOrder(sort)} limit ${count})`
  return sql`(
    select written.* from (
      select following_id from user_follows cross join lateral ${firstOf(sql`following_id`, 1)} as latest
      where follower_id = ${viewerId} and following_id <> all (${ignored(viewerId)}) order by ${inOrder(sort, 'latest')} limit ${limit + 1}) as members
    cross join lateral ${firstOf(sql`members.following_id`, limit + 1)} as written)`
}

/** For orders without an index by follower. Arrays and `is true` keep the planner from joining all posts. */
async function ofPostsAndMembers(db: Kysely<DB>, viewerId: string, filter: Filter) {
  const posts = sql`select post_id from post_follows where follower_id = ${viewerId}`
  const members = sql`select following_id from user_follows where follower_id = ${viewerId}`
  const count = await countFollowed(db, posts, members)
  if (count <= FEW_POSTS)
    return [
      collected(sql`p.id = any (array(${posts})) and ${isShown(viewerId, sql`p.id`)}`, filter),
      collected(
        sql`p.author_id = any (array(${members})) and p.author_id <> all (${ignored(viewerId)})`,
        filter,
      ),
    ]
  const isFollowed = sql`(post_id in (${posts})) is true`
  const isOfMember =
    count <= MANY_POSTS
      ? sql`(post_id in (select id from posts where author_id = any (array(${members})))) is true`
      : sql`(select author_id from posts where id = ranked.post_id) = any (array(${members}))`
  return scopesOf(filter).map((scope) =>
    walkPostsSql(filter, scope, sql`(${isFollowed} or ${isOfMember}) and ${isShown(viewerId)}`),
  )
}

/** Counts the followed posts, up to FEW_POSTS + 1, and adds the stored post counts of followed members. */
async function countFollowed(db: Kysely<DB>, posts: RawBuilder<unknown>, members: RawBuilder<unknown>) {
  const { rows } = await sql<{ found: number }>`
    select (select count(*) from (${posts} limit ${FEW_POSTS + 1}) as posts)::integer
      + coalesce((select sum(post_count) from profiles where id = any (array(${members}))), 0)::integer as found`.execute(
    db,
  )
  return rows[0]?.found ?? 0
}

function collected(condition: RawBuilder<unknown>, filter: Filter): RawBuilder<unknown> {
  const { sort, cursor, limit } = filter
  const posts = postsWhere(sql`${condition} and p.deleted_at is null and p.removed_at is null`, filter)
  return sql`(
    select post_id, ${sql.ref(POST_ORDERS[sort].column)} from (${posts}) as followed
    where ${isAfterPostSql(cursor, sort)}
    order by ${inOrder(sort)} limit ${limit + 1})`
}

/** Condition that leaves out posts of muted and blocked members. Not a join, so that the index sets the order. */
function isShown(viewerId: string, post = sql`post_id`): RawBuilder<unknown> {
  return sql`(select author_id from posts where id = ${post}) = any (${ignored(viewerId)}) is not true`
}

function ignored(viewerId: string): RawBuilder<unknown> {
  return sql`array(select ignored_by(${viewerId}))`
}

function scopesOf({ concepts }: Pick<Filter, 'concepts'>): RawBuilder<unknown>[] {
  return concepts.length === 0 ? [sql`whole_forum()`] : concepts.map((id) => sql`${id}::uuid`)
}
