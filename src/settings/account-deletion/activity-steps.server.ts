import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { DeletionBatchResult } from './batch-result.server.ts'
import { DELETION_BATCH_SIZE } from './policy.ts'
import { REFERENCES } from './references.server.ts'
import type { LeavingMember } from './sql.server.ts'

type Trx = Transaction<DB>

/** Undoes votes, likes and follows as if the member did, so that scores and notifications are updated. */
export const activityDeletionSteps = {
  /** Withdraws votes. The SQL functions skip votes on removed content, so these are then deleted directly. */
  votes: async (trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> => {
    const { rows } = await sql<{
      post_id: string
      comment_id: string | null
      notified_user_id: string | null
    }>`
      select coalesce(c.post_id, v.post_id) as post_id, v.comment_id, case when v.comment_id is null
        then (select notified_user_id from vote_on_post(${id}, v.post_id, 0::smallint))
        else (select notified_user_id from vote_on_comment(${id}, v.comment_id, 0::smallint)) end as notified_user_id
      from (select post_id, comment_id from votes where user_id = ${id}
        order by post_id, comment_id limit ${DELETION_BATCH_SIZE}) v
      left join comments c on c.id = v.comment_id`.execute(trx)
    const ids = rows.map(({ post_id, comment_id }) => comment_id ?? post_id)
    await sql`delete from votes where user_id = ${id} and coalesce(comment_id, post_id) = any (${ids}::uuid[])`.execute(
      trx,
    )
    const tags = rows.flatMap(({ post_id }) => [`post:${post_id}`, `comments:${post_id}`])
    return {
      count: rows.length,
      tags: ['posts', 'activity', ...tags],
      notified: rows.map(({ notified_user_id }) => notified_user_id),
      events: ids.length > 0 ? [{ type: 'votes', ids }] : [],
    }
  },

  likes: async (trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> => {
    const { rows } = await sql<{ note_id: string; parent_id: string | null }>`
      with gone as (
        delete from note_likes where user_id = ${id} and note_id in (
          select note_id from note_likes where user_id = ${id} order by note_id limit ${DELETION_BATCH_SIZE})
        returning note_id)
      select note_id, parent_id from gone join notes on notes.id = note_id order by note_id`.execute(trx)
    const notified: (string | null)[] = []
    for (const { note_id } of rows) {
      const notice = await sql<{ notified_user_id: string | null }>`
        select notify_of_note_like(${note_id}, ${id}, false) as notified_user_id`.execute(trx)
      notified.push(notice.rows[0]?.notified_user_id ?? null)
    }
    return {
      count: rows.length,
      notified,
      tags: [
        'notes',
        ...rows.flatMap((row) => [`note:${row.note_id}`, `note:${row.parent_id ?? row.note_id}`]),
      ],
      events: rows.map((row) => ({ type: 'note_likes', id: row.note_id })),
    }
  },

  follows: async (trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> => {
    const { rows } = await sql<{ followed: string; notified_user_id: string | null }>`
      select f.following_id as followed,
        (select notified_user_id from set_follow(${id}, f.following_id, false)) as notified_user_id
      from (select following_id from user_follows where follower_id = ${id}
        order by following_id limit ${DELETION_BATCH_SIZE}) f`.execute(trx)
    return {
      count: rows.length,
      notified: rows.map(({ notified_user_id }) => notified_user_id),
      tags: rows.map(({ followed }) => `profile:${followed}`),
    }
  },

  followers: async (trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> => {
    await sql`delete from notifications where related_user_id = ${id} and type = 'follow'`.execute(trx)
    const { rows } = await sql<{ follower_id: string }>`
      delete from user_follows where id in (
        select id from user_follows where following_id = ${id} order by follower_id limit ${DELETION_BATCH_SIZE})
      returning follower_id`.execute(trx)
    return { count: rows.length, tags: rows.map(({ follower_id }) => `profile:${follower_id}`) }
  },

  /** Moves messages to former_conversations, where the other member can still read them. */
  messages: async (trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> => {
    const { rows } = await sql<{ other: string }>`
      with these as (
        select id from messages where sender_id = ${id} or recipient_id = ${id} order by id limit ${DELETION_BATCH_SIZE} for update
      ), gone as (
        delete from messages where id in (select id from these)
        returning id, content, created_at, sender_id <> ${id} as is_own,
          case when sender_id = ${id} then recipient_id else sender_id end as other
      ), conversation as (
        insert into former_conversations as c (member_id, left_id, last_message_at)
        select other, ${id}, max(created_at) from gone group by other order by other
        on conflict (member_id, left_id) do update set last_message_at = greatest(c.last_message_at, excluded.last_message_at)
        returning id, member_id
      ), moved as (
        insert into former_messages (id, conversation_id, is_own, content, created_at)
        select gone.id, conversation.id, gone.is_own, gone.content, gone.created_at
        from gone join conversation on conversation.member_id = gone.other
        returning 1)
      select other from gone`.execute(trx)
    return { count: rows.length, partners: rows.map(({ other }) => other) }
  },

  formerMessages: async (trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> => {
    const { numAffectedRows } = await sql`
      delete from former_messages where id in (
        select m.id from former_messages m join former_conversations c on c.id = m.conversation_id
        where c.member_id = ${id} limit ${DELETION_BATCH_SIZE})`.execute(trx)
    return { count: Number(numAffectedRows) }
  },
}

/** Steps for the tables in references.server.ts whose rows are simply deleted or lose the member's id. */
export const referenceDeletionSteps = Object.entries(REFERENCES)
  .filter(([, fate]) => fate === 'deleted' || fate === 'nameless')
  .map(([reference, fate]) => {
    const [table = '', column = ''] = reference.split('.')
    return async (trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> => {
      const named = sql`ctid = any (array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${DELETION_BATCH_SIZE}))`
      const statement: RawBuilder<unknown> =
        fate === 'deleted'
          ? sql`delete from ${sql.table(table)} where ${named}`
          : sql`update ${sql.table(table)} set ${sql.ref(column)} = null where ${named}`
      const { numAffectedRows } = await statement.execute(trx)
      return { count: Number(numAffectedRows ?? 0) }
    }
  })
