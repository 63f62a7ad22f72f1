import { type Kysely, sql, type Transaction } from 'kysely'
import { inTransaction, setEditor } from '../../../db/transaction.server.ts'
import type { DB } from '../../../db/types.ts'
import { recordActivity } from '../../../people/activity/sql.server.ts'
import { notifyOfMentions } from '../../../people/notifications/mentions.server.ts'

export interface StoredText {
  /** Sanitized HTML. */
  content: string
  /** Plain text of the content, used for search and limits. */
  content_text: string
  format: 'rich' | 'plain'
}

interface NewPost extends StoredText {
  id?: string | undefined
  title: string
  concept_ids: string[]
}

interface SavedPost {
  id: string
  /** False if the post had already been created with the same id. */
  isNew: boolean
  notified_user_ids: string[]
}

interface PostChange extends Partial<StoredText> {
  id: string
  title?: string | undefined
  concept_ids?: string[] | undefined
  updated_at?: string | undefined
}

export async function findForWriting(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('posts')
    .select(['author_id', 'format', 'removed_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$narrowType<Pick<StoredText, 'format'>>()
    .executeTakeFirst()
}

/** Returns the title and text of a post, or '' if it doesn't exist. */
export async function readPostText(db: Kysely<DB>, id: string): Promise<string> {
  const post = db.selectFrom('posts').select(['title', 'content_text']).where('id', '=', id)
  const { title = '', content_text = '' } = (await post.executeTakeFirst()) ?? {}
  return `${title}\n${content_text}`
}

export async function findExistingConcepts(db: Kysely<DB>, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('concepts').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/**
 * Inserts a post. A second call with the same id returns the post if author, title and content are the same,
 * otherwise undefined. The primary key ensures that concurrent calls create only one post.
 */
export function insertPost(db: Kysely<DB>, authorId: string, post: NewPost): Promise<SavedPost | undefined> {
  const { concept_ids, id, title, content, content_text, format } = post
  return inTransaction(db, async (trx) => {
    const made = await trx
      .insertInto('posts')
      .values({ ...(id && { id }), author_id: authorId, title, content, content_text, format })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) {
      if (!id) return undefined
      const same = trx
        .selectFrom('posts')
        .where((where) => where.and({ id, author_id: authorId, title, content }))
      return (await same.select('id').executeTakeFirst()) && { id, isNew: false, notified_user_ids: [] }
    }
    await insertConcepts(trx, made.id, concept_ids)
    const act = { action: 'post_created', target_type: 'post', target_id: made.id } as const
    await recordActivity(trx, { user_id: authorId, ...act })
    const text = { content, format, author_id: authorId, post_id: made.id }
    return { id: made.id, isNew: true, notified_user_ids: await notifyOfMentions(trx, text) }
  })
}

/** Updates a post. Returns undefined if it was deleted, removed, or changed after `updated_at`. */
export function updatePost(db: Kysely<DB>, editorId: string, change: PostChange) {
  return db.transaction().execute((trx) => updatePostIn(trx, editorId, change))
}

export async function updatePostIn(
  trx: Transaction<DB>,
  editorId: string,
  { concept_ids, updated_at, ...change }: PostChange,
) {
  const { id, title, content, content_text, format } = change
  await setEditor(trx, editorId)
  const locked = await trx
    .selectFrom('posts')
    .select(['author_id', 'format'])
    .$narrowType<Pick<StoredText, 'format'>>()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('removed_at', 'is', null)
    .$if(updated_at !== undefined, (query) => query.where('updated_at', '=', updated_at as string))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) return undefined
  if (concept_ids) await replaceConcepts(trx, id, concept_ids)
  const post = await trx
    .updateTable('posts')
    // Setting `id` to itself keeps the statement valid even if only the concepts have changed.
    .set({ title, content, content_text, format, id })
    .where('id', '=', id)
    .returning(['id', 'updated_at', 'edited_at'])
    .executeTakeFirstOrThrow()
  const { author_id } = locked
  if (content === undefined || !author_id) return { post, notified_user_ids: [] }
  const text = { content, format: format ?? locked.format, author_id, post_id: id }
  return { post, notified_user_ids: await notifyOfMentions(trx, text) }
}

/** Deletes a post, or leaves a stub if others commented. Returns their ids: their profiles name the post. */
export async function deletePost(db: Kysely<DB>, id: string): Promise<string[]> {
  const { rows } = await sql<{ author_id: string }>`
    select author_id from delete_post(${id}) as gone (author_id)`.execute(db)
  return rows.map(({ author_id }) => author_id)
}

export async function insertConcepts(trx: Transaction<DB>, postId: string, ids: string[]): Promise<void> {
  const rows = [...new Set(ids)].map((id, position) => ({ post_id: postId, concept_id: id, position }))
  if (rows.length > 0) await trx.insertInto('post_concepts').values(rows).execute()
}

/** Replaces the concepts if they or their order have changed, because the first is the main concept. */
async function replaceConcepts(trx: Transaction<DB>, postId: string, ids: string[]): Promise<void> {
  const rows = await trx
    .selectFrom('post_concepts')
    .select('concept_id')
    .where('post_id', '=', postId)
    .orderBy('position')
    .execute()
  if (rows.map((row) => row.concept_id).join() === [...new Set(ids)].join()) return
  await trx.deleteFrom('post_concepts').where('post_id', '=', postId).execute()
  await insertConcepts(trx, postId, ids)
  await trx.updateTable('posts').set({ updated_at: sql`now()` }).where('id', '=', postId).execute()
}
