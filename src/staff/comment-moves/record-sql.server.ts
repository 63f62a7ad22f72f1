import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Move } from './sql.server.ts'

type RecordedMove = Pick<Move, 'from' | 'to'> & { kind: 'split' | 'move' | 'merge'; count: number }

/** Stores the move, for the links between both posts and for redirects. */
export async function recordMove(
  trx: Transaction<DB>,
  { from, to, kind, count }: RecordedMove,
): Promise<void> {
  // The text of a merged post may become a post again, whose address then no longer redirects.
  await sql`delete from comment_moves where from_id = ${to} and kind = 'merge'`.execute(trx)
  await sql`
    insert into comment_moves (from_id, to_id, kind, comment_count) values (${from}, ${to}, ${kind}, ${count})`.execute(
    trx,
  )
}

interface MoveNotice {
  ids: string[]
  to: string
  /** Author of the comment that became a post, or of the post that became a comment. */
  author_id: string | null
  action_id: string
  kind: RecordedMove['kind']
  /** The merged post, which is a comment now. */
  merged_id?: string
  moderatorId: string
}

/** Notifies each author once, except the moderator. Returns the notified members. */
export async function notifyOfMove(trx: Transaction<DB>, notice: MoveNotice): Promise<string[]> {
  const { ids, to, author_id, action_id, kind, merged_id, moderatorId } = notice
  const key = `moved:${action_id}`
  const ofText = kind === 'merge' ? 'post_merged' : 'comments_moved'
  const { rows } = await sql<{ user_id: string }>`
    insert into notifications (user_id, type, post_id, comment_id, dedupe_key)
    select distinct on (user_id) user_id, type, ${to}::uuid, comment_id, ${key} from (
      select ${author_id}::uuid as user_id, ${ofText} as type, ${merged_id ?? null}::uuid as comment_id, null::timestamptz as at
      union all
      select author_id, 'comments_moved', id, created_at from comments
      where id = any(${ids}::uuid[]) and deleted_at is null and removed_at is null) as moved
    where user_id <> ${moderatorId}
    order by user_id, at nulls first
    returning user_id`.execute(trx)
  return rows.map(({ user_id }) => user_id)
}
