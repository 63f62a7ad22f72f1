import { type Kysely, sql } from 'kysely'
import { inTransaction, setEditor } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import { notifyOfMentions } from '../../people/notifications/mentions.server.ts'
import { findMentions } from '../../shared/markup/markup.server.ts'
import type { StoredComment } from './sql.server.ts'

export interface NewComment {
  id?: string | undefined
  post_id: string
  parent_id: string | null
  answered_id: string | null
  author_id: string
  content: string
}

/** Returns the seconds until the member may comment on the post, at least 1. */
export async function findSlowModeWait(db: Kysely<DB>, postId: string, memberId: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select slow_mode_wait(${postId}, ${memberId}, null) as wait`.execute(db)
  return Math.max(1, rows[0]?.wait ?? 1)
}

/** Inserts a comment. A retry with the same id succeeds. Returns undefined if another comment has the id. */
export async function insertComment(db: Kysely<DB>, { id, ...comment }: NewComment) {
  const { post_id, parent_id, answered_id, author_id, content } = comment
  const { rows } = await sql<{ id: string; notified_user_ids: string[] } | { id: null }>`
    select id, notified_user_ids from write_comment(${id ?? null}, ${post_id}, ${parent_id}, ${answered_id}, ${author_id},
      ${content}, ${findMentions({ content })}::text[])`.execute(db)
  if (rows[0]?.id) return { ...rows[0], isNew: true }
  return id && (await isSame(db, { id, ...comment }))
    ? { id, isNew: false, notified_user_ids: [] }
    : undefined
}

/** Updates a comment unless it was deleted in the meantime. Returns the newly mentioned members. */
export async function updateComment(
  db: Kysely<DB>,
  editorId: string,
  { id, content }: Pick<StoredComment, 'id' | 'content'>,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await setEditor(trx, editorId)
    const saved = await trx
      .updateTable('comments')
      .set({ content })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('removed_at', 'is', null)
      .returning(['post_id', 'author_id'])
      .executeTakeFirst()
    if (!saved?.author_id) return []
    const { post_id, author_id } = saved
    return notifyOfMentions(trx, { content, author_id, post_id, comment_id: id })
  })
}

/**
 * Deletes a comment, or replaces it by a stub if it has replies. Deleting the last reply also deletes the
 * stub above it. Deleting the last comment by another member also deletes a deleted post's stub
 * (db/schema/comments.sql). Locks the post first, as replying does. Returns the id of the member who deleted
 * the post, if any.
 */
export async function deleteComment(
  db: Kysely<DB>,
  { id, post_id, parent_id }: Pick<StoredComment, 'id' | 'post_id' | 'parent_id'>,
): Promise<string | null> {
  return inTransaction(db, async (trx) => {
    const post = trx.selectFrom('posts').select('deleted_by').where('id', '=', post_id)
    const held = await post.forNoKeyUpdate().executeTakeFirst()
    const reply = await trx.selectFrom('comments').select('id').where('parent_id', '=', id).limit(1).execute()
    if (reply.length > 0) await leaveStub(trx, id)
    else {
      await trx.deleteFrom('comments').where('id', '=', id).execute()
      if (parent_id) await deleteBareStub(trx, parent_id)
    }
    return held?.deleted_by ?? null
  })
}

async function leaveStub(trx: Kysely<DB>, id: string): Promise<void> {
  const stub = { deleted_at: sql<string>`now()`, content: '', author_id: null }
  await trx.updateTable('comments').set(stub).where('id', '=', id).where('deleted_at', 'is', null).execute()
}

async function isSame(db: Kysely<DB>, comment: Required<NewComment>): Promise<boolean> {
  const { parent_id, answered_id: _, ...rest } = comment
  const same = await db
    .selectFrom('comments')
    .select('id')
    .where((where) => where.and(rest))
    .where('parent_id', 'is not distinct from', parent_id)
    .executeTakeFirst()
  return same !== undefined
}

async function deleteBareStub(trx: Kysely<DB>, id: string): Promise<void> {
  await sql`
    delete from comments where id = ${id} and deleted_at is not null
      and not exists (select from comments reply where reply.parent_id = ${id})`.execute(trx)
}
