import { type RawBuilder, sql } from 'kysely'
import { GROUP_MAX, NOTIFICATION_TYPES, type NotificationType } from './policy.ts'

/** Maximum notifications that are read for one page or for the number of unread ones. */
export const SCAN_MAX = 1000

/**
 * Comments on a post form a group, and so do mentions in them: the unread ones, and those that were read. The newest
 * visible notification represents its group. The index notifications_group_index has the same conditions.
 */
export function isGrouped(table: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${table}.type`)} in ('comment', 'mention') and ${sql.ref(`${table}.comment_id`)} is not null)`
}

export function isSameGroup(table: string, other: string): RawBuilder<boolean> {
  const columns = ['user_id', 'post_id', 'type', 'is_read']
  const isEqual = columns.map((name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`${other}.${name}`)}`)
  return sql`(${isGrouped(table)} and ${sql.join(isEqual, sql` and `)})`
}

/** Subquery for the id of the notification that represents a group. It has a limit, so that it uses the index. */
export function newestOf(table: string, userId: string): RawBuilder<string> {
  return sql`(select member.id from notifications member where ${isSameGroup('member', table)} and ${isVisible(userId)}
    order by member.created_at desc, member.id desc limit 1)`
}

/** Query for the newest notifications of a group, and for the comment to which an unread group links. */
export function groupOf(table: string, userId: string): RawBuilder<unknown> {
  const members = sql`from notifications member where ${isSameGroup('member', table)} and ${isVisible(userId)}`
  return sql`select count(*) as count, greatest(count(distinct related_user_id), 1) as actor_count,
    bool_and(is_reply) as is_reply,
    (select comment_id ${members} and not is_read order by created_at, id limit 1) as first_unread
    from (select * ${members} order by created_at desc, id desc limit ${GROUP_MAX}) as newest`
}

/** Whether a notification is shown to the member, at present. */
export function isVisible(userId: string): RawBuilder<boolean> {
  return sql`(actor_count > 0 and ${isKnown} and ${isHeard(userId)} and ${isWanted(userId)})`
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
export const OF_DISCUSSIONS: readonly NotificationType[] = ['comment', 'followed_post', 'mention', 'vote']
