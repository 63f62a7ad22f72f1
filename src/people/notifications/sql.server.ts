import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isGrouped, isSameGroup, OF_DISCUSSIONS } from './groups-sql.server.ts'

/** Updates the author's notification of likes. Call it in the like's transaction. Returns whom to notify. */
export async function notifyOfNoteLike(db: Kysely<DB>, noteId: string, likerId: string, isLiked: boolean) {
  const { rows } = await sql<{ notified_user_id: string | null }>`
    select notify_of_note_like(${noteId}, ${likerId}, ${isLiked}) as notified_user_id`.execute(db)
  return rows[0]?.notified_user_id ?? null
}

/** Notifies a note's author of a reply, in the reply's transaction. Returns the notified member or null. */
export async function notifyOfNoteReply(db: Kysely<DB>, replyId: string): Promise<string | null> {
  const { rows } = await sql<{
    notified_user_id: string | null
  }>`select notify_of_note_reply(${replyId}) as notified_user_id`.execute(db)
  return rows[0]?.notified_user_id ?? null
}

/** Marks a notification as read, with the older ones of its group (groups-sql.server.ts). */
export async function markNotificationRead(db: Kysely<DB>, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update notifications set is_read = true where id in (
      select id from notifications where id = ${id} and user_id = ${userId}
      union all
      select older.id from notifications shown join notifications older on ${isSameGroup('older', 'shown')}
        and (older.created_at, older.id) < (shown.created_at, shown.id)
      where shown.id = ${id} and shown.user_id = ${userId} and not shown.is_read and ${isGrouped('shown')})
    returning id`.execute(db)
  return rows.length > 0
}

/** Marks notifications about these comments as read, and about these posts and everything in their discussions. */
export async function markSeen(
  db: Kysely<DB>,
  userId: string,
  { posts, comments }: { posts: string[]; comments: string[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notifications set is_read = true
    where user_id = ${userId} and not is_read and actor_count > 0
      and (comment_id = any(${comments}::uuid[]) or post_id = any(${posts}::uuid[]) and (comment_id is null or type = any(${OF_DISCUSSIONS})))`.execute(
    db,
  )
  return Number(numAffectedRows) > 0
}

export async function markAllRead(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    .where('actor_count', '>', 0)
    .execute()
}
