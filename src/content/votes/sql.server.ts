import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { VoteType } from './contract.ts'

export interface Vote {
  id: string
  vote_type: VoteType
}

export interface VoteResult {
  votes_score: number
  post_id: string
  has_changed: boolean
  notified_user_id: string | null
}

/** Sets a vote in one statement (db/schema/votes.sql). Returns undefined if the post does not exist. */
export async function voteOnPost(
  db: Kysely<DB>,
  voterId: string,
  vote: Vote,
): Promise<VoteResult | undefined> {
  const { rows } = await sql<VoteResult | Record<keyof VoteResult, null>>`
    select votes_score, post_id, has_changed, notified_user_id
    from vote_on_post(${voterId}, ${vote.id}, ${vote.vote_type}::smallint)`.execute(db)
  return found(rows)
}

/** Sets a vote like `voteOnPost`. Returns undefined if the comment does not exist or was deleted. */
export async function voteOnComment(
  db: Kysely<DB>,
  voterId: string,
  vote: Vote,
): Promise<VoteResult | undefined> {
  const { rows } = await sql<VoteResult | Record<keyof VoteResult, null>>`
    select votes_score, post_id, has_changed, notified_user_id
    from vote_on_comment(${voterId}, ${vote.id}, ${vote.vote_type}::smallint)`.execute(db)
  return found(rows)
}

export async function findScores(db: Kysely<DB>, { id: postId, ids }: { id: string; ids: string[] }) {
  const { rows } = await sql<{ id: string; votes_score: number }>`
    select id, votes_score from posts where id = ${postId} and id = any(${ids}::uuid[]) and removed_at is null
    union all
    select id, votes_score from comments
    where post_id = ${postId} and id = any(${ids}::uuid[]) and deleted_at is null and removed_at is null`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ id, votes_score }) => [id, votes_score]))
}

function found([row]: (VoteResult | Record<keyof VoteResult, null>)[]): VoteResult | undefined {
  return row?.post_id ? row : undefined
}
