import { type Kysely, sql } from 'kysely'
import { noteEditor } from '../../db/editor.server.ts'
import { inTransaction } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import { mentionNotices, notifyOfMentions } from '../notifications/mentions.server.ts'
import type { StoredComment } from './sql.server.ts'

export interface NewComment {
  id?: string | undefined
  post_id: string
  parent_id: string | null
  answered_id: string | null
  author_id: string
  content: string
}

export interface Written {
  id: string
  /** False where it was sent before. */
  isNew: boolean
  notified_user_ids: string[]
}

/**
 * The id of the new comment and who is told of it. Asked a second time with the same id it answers it again if
 * everything is the same, else nothing: the primary key decides, so two at once make one comment.
 */
export async function insertComment(
  db: Kysely<DB>,
  { id, ...comment }: NewComment,
): Promise<Written | undefined> {
  const { post_id, parent_id, answered_id, author_id, content } = comment
  // With those whom it names, after the others, and last who follows the discussion: whoever is told of it for another
  // reason is told once.
  const mentioned = mentionNotices({ content, author_id, post_id, comment_id: sql`id` }) ?? sql`'{}'`
  const { rows } = await sql<{ id: string; notified_user_ids: string[] } | { id: null }>`
    with written as materialized (
      select * from write_comment(${id ?? null}, ${post_id}, ${parent_id}, ${answered_id}, ${author_id}, ${content}))
    select id, case when id is not null then told || ${mentioned} || array(select notify_post_followers(id)) end
      as notified_user_ids from written`.execute(db)
  if (rows[0]?.id) return { ...rows[0], isNew: true }
  return id && (await isSame(db, { id, ...comment }))
    ? { id, isNew: false, notified_user_ids: [] }
    : undefined
}

/** A comment deleted meanwhile stays what it is. Answers whom it names now and did not before. */
export async function updateComment(
  db: Kysely<DB>,
  editorId: string,
  { id, content }: Pick<StoredComment, 'id' | 'content'>,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await noteEditor(trx, editorId)
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
 * With replies below it a stub stays, without words and author; the last reply takes a stub above it along, and the last
 * words of others a deleted post (0090_post_stubs.sql). The post's row is held first, as by whoever replies
 * (0006_comments.sql): nobody replies in between. Answers who deleted the post: what they wrote below it may go with it.
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

/** What it answers may be gone since. */
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
