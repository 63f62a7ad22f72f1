import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import type { Notification } from './contract.ts'
import { type NotificationFacts, notificationContent, notificationTitle } from './copy.server.ts'
import { NOTIFICATION_TYPES, type NotificationType, UNREAD_CAP } from './policy.ts'

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

interface Page {
  cursor?: Cursor | undefined
  limit: number
  only?: 'unread' | undefined
}

type Row = Omit<Notification, 'title' | 'content' | 'related_user'> &
  Omit<NotificationFacts, 'actor_name'> &
  AuthorRow

/** Characters to read from a text for its excerpt. More than shown, as the text may begin with spaces. */
const TEXT_READ = 500

/** Returns a page of notifications, newest first, with the number of unread ones, in one statement. */
export async function listNotifications(db: Kysely<DB>, userId: string, page: Page) {
  const { rows } = await notificationPageSql(userId, page).execute(db)
  const found = rows.flatMap(({ unread, ...row }) => (row.id === null ? [] : [row as Row]))
  return { ...toPage(found.map(toNotification), page.limit, newestCursor), unread: rows[0]?.unread ?? 0 }
}

/** SQL for a page of notifications. All joins use primary keys, so the cost doesn't grow with the forum. */
export function notificationPageSql(userId: string, { cursor, limit, only }: Page) {
  return sql<{ unread: number } & (Row | { id: null })>`
    select own.unread, n.id, n.type, n.is_read, n.created_at, n.related_user_id, n.actor_count, n.is_reply, n.post_id,
      n.comment_id, n.note_id, note.parent_id as note_parent_id, ${authorColumns},
      case when post.deleted_at is null and post.removed_at is null then post.title end as post_title, left(case when post.removed_at is null then coalesce(comment.content, note.content) end, ${TEXT_READ}) as text,
      coalesce(
        (select rule from moderation_actions where id = coalesce(sanction.action_id, comment.removal_id, note.removal_id, post.removal_id) and n.type in ('removal', 'sanction')),
        (select rule from moderation_actions where case_id = n.case_id and action = 'reject')) as rule,
      (select acted_as = 'system' and case_id is not null from moderation_actions where id = coalesce(comment.removal_id, note.removal_id, post.removal_id) and n.type = 'removal') as is_hidden,
      reported.kind as report_kind, reported.outcome as report_outcome,
      sanction.kind as sanction_kind, sanction.ends_at as sanction_ends_at, sanction.lifted_at is not null as is_lifted,
      sanction.per_day, contested.action as appealed, appeal.outcome as appeal_outcome,
      coalesce(appeal.action_id, case when is_in_force(sanction) then sanction.action_id end) as action_id
    from (select (${unreadOf(userId)}) as unread) as own
    left join lateral (
      select * from notifications where user_id = ${userId} and actor_count > 0 and ${isKnown} and ${isHeard(userId)} and ${isWanted(userId)}
        and ${only === 'unread' ? sql`not is_read` : sql`true`} and ${isAfter(cursor)}
      order by created_at desc, id desc limit ${limit + 1}) as n on true
    left join profiles a on a.id = n.related_user_id
    left join posts post on post.id = n.post_id
    left join comments comment on comment.id = n.comment_id
    left join notes note on note.id = n.note_id
    left join sanctions sanction on sanction.id = n.sanction_id
    left join reports report on report.id = n.report_id
    left join moderation_cases reported on reported.id = coalesce(report.case_id, n.case_id)
    left join appeals appeal on appeal.id = n.appeal_id
    left join moderation_actions contested on contested.id = appeal.action_id
    order by n.created_at desc, n.id desc`
}

export async function markNotificationRead(db: Kysely<DB>, userId: string, id: string): Promise<boolean> {
  const marked = await db
    .updateTable('notifications')
    .set({ is_read: true })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

export async function markSeen(
  db: Kysely<DB>,
  userId: string,
  { posts, comments }: { posts: string[]; comments: string[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notifications set is_read = true
    where user_id = ${userId} and not is_read and actor_count > 0
      and (comment_id = any(${comments}::uuid[]) or comment_id is null and post_id = any(${posts}::uuid[]))`.execute(
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

export async function countUnreadNotifications(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select (${unreadOf(userId)}) as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Excludes unknown types. During an upgrade, newer nodes may create types for which this one has no text. */
const isKnown = sql`type = any(${[...NOTIFICATION_TYPES]})`

/** Hides notifications caused by members who are muted or blocked (db/schema/notifications.sql). */
function isHeard(userId: string) {
  return sql`coalesce(related_user_id <> all (array(select ignored_by(${userId}))), true)`
}

/** Hides kinds that the member has turned off, and muted posts (db/schema/notifications.sql). */
function isWanted(userId: string) {
  return sql`type <> all (array(select kind from notification_choices where member_id = ${userId} and not in_app))
    and (post_id is null or type <> all (${OF_DISCUSSIONS})
      or post_id <> all (array(select post_id from post_mutes where member_id = ${userId})))`
}

/** Types hidden by muting a post. The trigger notifications_before_write has the same list. */
const OF_DISCUSSIONS: readonly NotificationType[] = ['comment', 'followed_post', 'mention', 'vote']

function unreadOf(userId: string) {
  return sql`
    select count(*) from (
      select from notifications where user_id = ${userId} and not is_read and actor_count > 0 and ${isKnown} and ${isHeard(userId)} and ${isWanted(userId)}
      limit ${UNREAD_CAP + 1}) as unread`
}

function toNotification(found: Row): Notification {
  const { author, ...row } = withAuthor(found)
  const facts = { ...row, actor_name: author && displayName(author) }
  const { id, type, is_read, created_at, related_user_id } = row
  const { post_id, post_title, comment_id, note_id, note_parent_id, action_id } = row
  return {
    id,
    type,
    title: notificationTitle(facts),
    content: notificationContent(facts),
    is_read,
    created_at,
    related_user_id,
    related_user: author,
    post_id,
    post_title,
    comment_id,
    note_id,
    note_parent_id,
    action_id,
  }
}
