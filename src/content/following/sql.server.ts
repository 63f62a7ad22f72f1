import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { LIST_SIZE } from '../posts/policy.ts'

interface DiscussionRow {
  id: string
  created_at: string
  post_id: string
  title: string
  comment_count: number
}

export async function listFollowedDiscussions(
  db: Kysely<DB>,
  followerId: string,
  cursor: Cursor | undefined,
) {
  const { rows } = await sql<DiscussionRow>`
    with page as (
      select id, post_id, created_at from post_follows where follower_id = ${followerId} and ${isAfter(cursor)}
        and exists (select from posts where posts.id = post_id and posts.removed_at is null)
      order by created_at desc, id desc limit ${LIST_SIZE + 1})
    select page.id, page.created_at, p.id as post_id, p.title, p.comment_count
    from page join posts p on p.id = page.post_id
    order by page.created_at desc, page.id desc`.execute(db)
  const discussions = rows.map(({ id, created_at, post_id, ...post }) => {
    return { id, created_at, post: { id: post_id, ...post } }
  })
  return toPage(discussions, LIST_SIZE, newestCursor)
}

/** Returns all followed concepts at once, because the forum has few concepts. */
export function listFollowedConcepts(db: Kysely<DB>, followerId: string) {
  return db
    .selectFrom('concept_follows as f')
    .innerJoin('concepts as c', 'c.id', 'f.concept_id')
    .select(['c.id', 'c.name', 'c.color'])
    .where('f.follower_id', '=', followerId)
    .orderBy('c.name')
    .execute()
}
