import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Aftermath } from './aftermath.server.ts'
import { BATCH } from './policy.ts'
import type { Work } from './sql.server.ts'

type Trx = Transaction<DB>

interface Voted {
  id: string
  post_id: string
  notified_user_id: string | null
}
interface Liked {
  id: string
  parent_id: string | null
  notified_user_id: string | null
}
type Followed = Omit<Voted, 'post_id'>

/** Withdraws votes, likes and follows like their member would. They have no words, so no log entries. */
export const withdrawals = {
  votes: withdrawing('withdraw_votes', ofVotes),
  likes: withdrawing('withdraw_likes', ofLikes),
  follows: withdrawing('withdraw_follows', ofFollows),
  subjects: async (trx: Trx, work: Work): Promise<Aftermath> => {
    const { rows } = await sql<{ count: string }>`
      select withdraw_subject_follows(${askedOf(work)}) as count`.execute(trx)
    return { count: Number(rows[0]?.count) }
  },
}

/** Some of it cannot be restored, so the count is of what leaves purged_content. */
export const returns = {
  votes: returning('restore_votes', 'vote', ofVotes),
  likes: returning('restore_likes', 'like', ofLikes),
  follows: returning('restore_follows', 'follow', ofFollows),
  subjects: async (trx: Trx, work: Work): Promise<Aftermath> => {
    const { rows } = await sql<{ count: string }>`
      select restore_subject_follows(${work.id}, ${BATCH}) as count`.execute(trx)
    return { count: Number(rows[0]?.count) }
  },
}

type AftermathOf<Row> = (rows: Row[], work: Work) => Aftermath

function withdrawing<Row>(name: string, aftermathOf: AftermathOf<Row>) {
  return async (trx: Trx, work: Work): Promise<Aftermath> => {
    const { rows } = await sql<Row>`select * from ${sql.raw(name)}(${askedOf(work)})`.execute(trx)
    return aftermathOf(rows, work)
  }
}

function returning<Row>(name: string, kind: string, aftermathOf: AftermathOf<Row>) {
  return async (trx: Trx, work: Work): Promise<Aftermath> => {
    const count = await countKept(trx, work, kind)
    const { rows } = await sql<Row>`select * from ${sql.raw(name)}(${work.id}, ${BATCH})`.execute(trx)
    return { ...aftermathOf(rows, work), count }
  }
}

function askedOf({ id, member_id }: Work) {
  return sql`${id}::uuid, ${member_id}::uuid, (select created_at from purges where id = ${id}), ${BATCH}::integer`
}

async function countKept(trx: Trx, { id }: Work, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from purged_content where purge_id = ${id} and kind = ${kind} limit ${BATCH}) as kept`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

function ofVotes(rows: Voted[]): Aftermath {
  return {
    count: rows.length,
    tags: ['posts', 'activity', ...rows.flatMap(({ post_id }) => [`post:${post_id}`, `comments:${post_id}`])],
    events: rows.length > 0 ? [{ type: 'votes', ids: rows.map(({ id }) => id) }] : [],
    notified: rows.map(({ notified_user_id }) => notified_user_id),
  }
}

function ofLikes(rows: Liked[]): Aftermath {
  return {
    count: rows.length,
    tags: ['notes', ...rows.flatMap(({ id, parent_id }) => [`note:${id}`, `note:${parent_id ?? id}`])],
    events: rows.map(({ id }) => ({ type: 'note_likes', id })),
    notified: rows.map(({ notified_user_id }) => notified_user_id),
  }
}

function ofFollows(rows: Followed[], { member_id }: Work): Aftermath {
  return {
    count: rows.length,
    tags: ['activity', ...[member_id, ...rows.map(({ id }) => id)].map((id) => `follows:${id}`)],
    notified: rows.map(({ notified_user_id }) => notified_user_id),
  }
}
