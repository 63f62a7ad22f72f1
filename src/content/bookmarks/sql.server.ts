import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** Adds a bookmark, or does nothing if it exists. Returns false if the post does not exist. */
export async function addBookmark(db: Kysely<DB>, userId: string, postId: string): Promise<boolean> {
  const { rows } = await sql`
    with post as (select id from posts where id = ${postId} and deleted_at is null and removed_at is null for key share),
    added as (insert into bookmarks (user_id, post_id) select ${userId}, id from post on conflict do nothing)
    select id from post`.execute(db)
  return rows.length > 0
}

/** Removes a bookmark, or does nothing if there is none. Returns false if the post does not exist. */
export async function removeBookmark(db: Kysely<DB>, userId: string, postId: string): Promise<boolean> {
  const { rows } = await sql`
    with removed as (delete from bookmarks where user_id = ${userId} and post_id = ${postId})
    select id from posts where id = ${postId}`.execute(db)
  return rows.length > 0
}
