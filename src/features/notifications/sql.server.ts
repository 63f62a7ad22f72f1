import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { NOTIFICATION_LIMIT, type Notification } from './contract.ts'

/**
 * Gathers a like into the notification of the note's author, or takes it out: in the transaction of the like, after
 * it, and only when the like was not there (or not gone) already. Answers the id of the author if they are to be told
 * live, after the commit: `tell(context, id, { type: 'notification' })`.
 */
export async function notifyOfNoteLike(
  db: Kysely<DB>,
  noteId: string,
  likerId: string,
  isLiked: boolean,
): Promise<string | null> {
  const { rows } = await sql<{ told: string | null }>`
    select notify_of_note_like(${noteId}, ${likerId}, ${isLiked}) as told`.execute(db)
  return rows[0]?.told ?? null
}

/** Tells the author of a note of a new reply to it: in the transaction that saves the reply. Answers as above. */
export async function notifyOfNoteReply(db: Kysely<DB>, replyId: string): Promise<string | null> {
  const { rows } = await sql<{
    told: string | null
  }>`select notify_of_note_reply(${replyId}) as told`.execute(db)
  return rows[0]?.told ?? null
}

/** The newest of one member, and how many they have not read, in one statement. */
export async function listNotifications(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<Notification & { unread: number }>`
    select id, type, title, content, is_read, created_at, related_user_id, post_id, comment_id,
      (${unreadOf(userId)}) as unread
    from notifications where user_id = ${userId} and actor_count > 0
    order by created_at desc, id desc limit ${NOTIFICATION_LIMIT}`.execute(db)
  return { items: rows.map(({ unread, ...notification }) => notification), unread: rows[0]?.unread ?? 0 }
}

/** Whether it is this member's. */
export async function markRead(db: Kysely<DB>, userId: string, id: string): Promise<boolean> {
  const marked = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

export async function markAllRead(db: Kysely<DB>, userId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('is_read', '=', false)
    // What was taken back was not seen either.
    .where('actor_count', '>', 0)
    .execute()
}

export async function countUnread(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select (${unreadOf(userId)}) as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/** The badge says "99+" above 99, so nobody counts further. */
function unreadOf(userId: string) {
  return sql`
    select count(*) from (
      select from notifications where user_id = ${userId} and not is_read and actor_count > 0 limit 100) as unread`
}
