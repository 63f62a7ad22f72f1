import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { PurgeBatchResult } from './batch-result.server.ts'
import { PURGE_BATCH_SIZE } from './policy.ts'
import type { PurgeWork } from './sql.server.ts'

type Trx = Transaction<DB>

interface WithdrawnVote {
  id: string
  post_id: string
  notified_user_id: string | null
}
interface WithdrawnLike {
  id: string
  parent_id: string | null
  notified_user_id: string | null
}
type WithdrawnFollow = Omit<WithdrawnVote, 'post_id'>

/** Withdraws votes, likes and follows. Unlike texts, they have no content, so they get no log entries. */
export const activityPurgeSteps = {
  votes: withdrawing('withdraw_votes', ofVotes),
  likes: withdrawing('withdraw_likes', ofLikes),
  follows: withdrawing('withdraw_follows', ofFollows),
  /** Deletes private follows of concepts and posts. */
  subjects: async (trx: Trx, { id, member_id }: PurgeWork): Promise<PurgeBatchResult> => {
    const { numAffectedRows } = await sql`
      with purge as (
        select created_at from purges where id = ${id}
      ), concepts as (
        delete from concept_follows where id in (
          select f.id from concept_follows f join purge on f.created_at <= purge.created_at
          where f.follower_id = ${member_id} order by f.id limit ${PURGE_BATCH_SIZE})
        returning concept_id, to_jsonb(concept_follows) as stored
      ), discussions as (
        delete from post_follows where id in (
          select f.id from post_follows f join purge on f.created_at <= purge.created_at join posts p on p.id = f.post_id
          where f.follower_id = ${member_id} and p.deleted_at is null and p.removed_at is null
          order by f.id limit ${PURGE_BATCH_SIZE})
        returning post_id, to_jsonb(post_follows) as stored)
      insert into purged_content (purge_id, kind, id, content)
      select ${id}::uuid, 'concept_follow', concept_id, jsonb_build_object('row', stored) from concepts
      union all
      select ${id}, 'post_follow', post_id, jsonb_build_object('row', stored) from discussions`.execute(trx)
    return { count: Number(numAffectedRows) }
  },
}

/** Restores votes, likes and follows. `count` also includes those that can no longer be restored. */
export const activityRestoreSteps = {
  votes: returning('restore_votes', 'vote', ofVotes),
  likes: returning('restore_likes', 'like', ofLikes),
  follows: returning('restore_follows', 'follow', ofFollows),
  subjects: async (trx: Trx, { id }: PurgeWork): Promise<PurgeBatchResult> => {
    const { rows } = await sql<{ count: number }>`
      with taken as (
        delete from purged_content where purge_id = ${id} and (kind, id) in (
          select kind, id from purged_content
          where purge_id = ${id} and kind in ('concept_follow', 'post_follow') order by kind, id limit ${PURGE_BATCH_SIZE})
        returning kind, id, content
      ), concepts as (
        insert into concept_follows
        select (jsonb_populate_record(null::concept_follows, t.content -> 'row')).*
        from taken t join concepts c on c.id = t.id where t.kind = 'concept_follow'
        on conflict do nothing
      ), discussions as (
        insert into post_follows
        select (jsonb_populate_record(null::post_follows, t.content -> 'row')).*
        from taken t join posts p on p.id = t.id and p.deleted_at is null and p.removed_at is null
        where t.kind = 'post_follow'
        on conflict do nothing)
      select count(*)::integer as count from taken`.execute(trx)
    return { count: rows[0]?.count ?? 0 }
  },
}

type AftermathOf<Row> = (rows: Row[], work: PurgeWork) => PurgeBatchResult

function withdrawing<Row>(name: string, aftermathOf: AftermathOf<Row>) {
  return async (trx: Trx, work: PurgeWork): Promise<PurgeBatchResult> => {
    const { rows } = await sql<Row>`select * from ${sql.raw(name)}(${askedOf(work)})`.execute(trx)
    return aftermathOf(rows, work)
  }
}

function returning<Row>(name: string, kind: string, aftermathOf: AftermathOf<Row>) {
  return async (trx: Trx, work: PurgeWork): Promise<PurgeBatchResult> => {
    const count = await countKept(trx, work, kind)
    const { rows } = await sql<Row>`select * from ${sql.raw(name)}(${work.id}, ${PURGE_BATCH_SIZE})`.execute(
      trx,
    )
    return { ...aftermathOf(rows, work), count }
  }
}

function askedOf({ id, member_id }: PurgeWork) {
  return sql`${id}::uuid, ${member_id}::uuid, (select created_at from purges where id = ${id}), ${PURGE_BATCH_SIZE}::integer`
}

async function countKept(trx: Trx, { id }: PurgeWork, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from purged_content where purge_id = ${id} and kind = ${kind} limit ${PURGE_BATCH_SIZE}) as kept`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

function ofVotes(rows: WithdrawnVote[]): PurgeBatchResult {
  return {
    count: rows.length,
    tags: ['posts', 'activity', ...rows.flatMap(({ post_id }) => [`post:${post_id}`, `comments:${post_id}`])],
    events: rows.length > 0 ? [{ type: 'votes', ids: rows.map(({ id }) => id) }] : [],
    notified: rows.map(({ notified_user_id }) => notified_user_id),
  }
}

function ofLikes(rows: WithdrawnLike[]): PurgeBatchResult {
  return {
    count: rows.length,
    tags: ['notes', ...rows.flatMap(({ id, parent_id }) => [`note:${id}`, `note:${parent_id ?? id}`])],
    events: rows.map(({ id }) => ({ type: 'note_likes', id })),
    notified: rows.map(({ notified_user_id }) => notified_user_id),
  }
}

function ofFollows(rows: WithdrawnFollow[], { member_id }: PurgeWork): PurgeBatchResult {
  return {
    count: rows.length,
    tags: ['activity', ...[member_id, ...rows.map(({ id }) => id)].map((id) => `follows:${id}`)],
    notified: rows.map(({ notified_user_id }) => notified_user_id),
  }
}
