import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import type { Notification } from './contract.ts'
import { type NotificationFacts, notificationContent, notificationTitle } from './copy.server.ts'
import { groupOf, isGrouped, isVisible, newestOf, SCAN_MAX } from './groups-sql.server.ts'
import { UNREAD_CAP } from './policy.ts'

interface Page {
  cursor?: Cursor | undefined
  limit: number
  only?: 'unread' | undefined
}

/** `scanned_id`, `scanned_at`: the last row that was read, if the page is not full and more rows may follow. */
interface Facts {
  unread: number
  scanned_id: string | null
  scanned_at: string | null
}

type Row = Omit<Notification, 'title' | 'content' | 'related_user'> &
  Omit<NotificationFacts, 'actor_name'> &
  AuthorRow

/** Characters to read from a text for its excerpt. More than shown, as the text may begin with spaces. */
const TEXT_READ = 500

/**
 * Returns a page of notifications, newest first, with the number of unread ones, in one statement. A page can have
 * fewer items, or none, if large groups precede the next one.
 */
export async function listNotifications(db: Kysely<DB>, userId: string, page: Page) {
  const { rows } = await notificationPageSql(userId, page).execute(db)
  const found = rows.flatMap(({ unread, scanned_id, scanned_at, ...row }) =>
    row.id === null ? [] : [row as Row],
  )
  const { unread = 0, scanned_id: id, scanned_at: created_at } = rows[0] ?? {}
  const { items, next } = toPage(found.map(toNotification), page.limit, newestCursor)
  const isCut = found.length <= page.limit && items.length === found.length && id && created_at
  return { items, next: isCut ? newestCursor({ id, created_at }) : next, unread }
}

/** SQL for a page of notifications. All joins use primary keys, so the cost doesn't grow with the forum. */
export function notificationPageSql(userId: string, { cursor, limit, only }: Page) {
  const rest = sql`from notifications where user_id = ${userId} and ${isVisible(userId)}
    and ${only === 'unread' ? sql`not is_read` : sql`true`} and ${isAfter(cursor)}`
  return sql<Facts & (Row | { id: null })>`
    with page as materialized (
      select * from (select * ${rest} order by created_at desc, id desc limit ${SCAN_MAX}) as scanned
      where not ${isGrouped('scanned')} or id = ${newestOf('scanned', userId)}
      order by created_at desc, id desc limit ${limit + 1})
    select own.unread, scanned_id, scanned_at, n.id, n.type, n.is_read, n.created_at, n.related_user_id, n.post_id, n.note_id,
      coalesce(gathered.actor_count, n.actor_count) as actor_count, coalesce(gathered.is_reply, n.is_reply) as is_reply,
      coalesce(gathered.count, 1) as count,
      coalesce(gathered.first_unread, n.comment_id) as comment_id, note.parent_id as note_parent_id, ${authorColumns},
      case when post.deleted_at is null and post.removed_at is null then post.title end as post_title, left(case when post.removed_at is null then coalesce(comment.content, note.content) end, ${TEXT_READ}) as text,
      coalesce(
        (select rule from moderation_actions where id = coalesce(redaction_id, sanction.action_id, comment.removal_id, note.removal_id, post.removal_id) and n.type in ('redaction', 'removal', 'sanction')),
        (select rule from moderation_actions where case_id = n.case_id and action = 'reject')) as rule,
      (select acted_as = 'system' and case_id is not null from moderation_actions where id = coalesce(comment.removal_id, note.removal_id, post.removal_id) and n.type = 'removal') as is_hidden,
      reported.kind as report_kind, reported.outcome as report_outcome,
      sanction.kind as sanction_kind, sanction.ends_at as sanction_ends_at, sanction.lifted_at is not null as is_lifted,
      sanction.per_day, contested.action as appealed, appeal.outcome as appeal_outcome,
      coalesce(appeal.action_id, redaction_id, case when is_in_force(sanction) then sanction.action_id end) as action_id
    from (select (${unreadOf(userId)}) as unread) as own
    left join (
      select id as scanned_id, created_at as scanned_at ${rest} and (select count(*) from page) <= ${limit}
      order by created_at desc, id desc offset ${SCAN_MAX - 1} limit 1) as scanned on true
    left join page as n on true
    left join lateral (${groupOf('n', userId)}) as gathered on ${isGrouped('n')}
    left join lateral (
      select case when n.type = 'redaction' then split_part(n.dedupe_key, ':', 2)::uuid end as redaction_id) as redacted on true
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

export async function countUnreadNotifications(db: Kysely<DB>, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select (${unreadOf(userId)}) as unread`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Counts groups among the newest unread notifications. */
function unreadOf(userId: string) {
  return sql`
    select count(*) from (
      select distinct case when ${isGrouped('n')} then n.post_id else n.id end, n.type from (
        select * from notifications where user_id = ${userId} and not is_read and ${isVisible(userId)}
        order by created_at desc, id desc limit ${SCAN_MAX}) as n
      limit ${UNREAD_CAP + 1}) as unread`
}

function toNotification(found: Row): Notification {
  const { author, ...row } = withAuthor(found)
  const facts = { ...row, actor_name: author && displayName(author) }
  const { id, type, is_read, created_at, related_user_id, count } = row
  const { post_id, post_title, comment_id, note_id, note_parent_id, action_id } = row
  return {
    id,
    type,
    title: notificationTitle(facts),
    content: notificationContent(facts),
    is_read,
    count,
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
