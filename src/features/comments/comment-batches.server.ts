import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { WriteBatches } from '../../db/write-batches.server.ts'
import { mentionsOf } from '../markup/mentions.server.ts'
import { insertComment, type NewComment, type Written } from './sql.server.ts'

const batches = new WeakMap<Kysely<DB>, WriteBatches<NewComment, Written | undefined>>()

/**
 * As `insertComment`, together with what others write at the same time. Alone is what is part of a transaction, and what names
 * members, who are told one by one.
 */
export function writeComment(db: Kysely<DB>, comment: NewComment): Promise<Written | undefined> {
  return db.isTransaction || mentionsOf(comment).length > 0
    ? insertComment(db, comment)
    : batchesOf(db).add(comment)
}

function batchesOf(db: Kysely<DB>): WriteBatches<NewComment, Written | undefined> {
  const known = batches.get(db)
  if (known) return known
  const made = new WriteBatches<NewComment, Written | undefined>({
    alone: (comment) => insertComment(db, comment),
    together: (comments) => insertComments(db, comments),
    subjectOf: ({ post_id }) => post_id,
    // Those who follow a post are told of one comment at a time.
    identityOf: ({ post_id }) => post_id,
  })
  batches.set(db, made)
  return made
}

/**
 * Comments below different posts, in their order (0142_comments_together.sql). Undefined for those that have to be written by
 * themselves: their post is gone, locked or changed by somebody else, or their id is taken.
 */
export async function insertComments(
  db: Kysely<DB>,
  comments: NewComment[],
): Promise<(Written | undefined)[]> {
  const each = <Key extends keyof NewComment>(key: Key) => comments.map((comment) => comment[key] ?? null)
  const { rows } = await sql<{ place: number; id: string; notified_user_ids: string[] }>`
    select place, id, told as notified_user_ids from write_comments(${each('id')}::uuid[], ${each('post_id')}::uuid[],
      ${each('parent_id')}::uuid[], ${each('answered_id')}::uuid[], ${each('author_id')}::uuid[], ${each('content')}::text[])`.execute(
    db,
  )
  const written = new Map(rows.map(({ place, ...row }) => [place, { ...row, isNew: true }]))
  return comments.map((_, index) => written.get(index + 1))
}
