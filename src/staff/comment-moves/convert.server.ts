import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import { POST_BYTES } from '../../content/posts/policy.ts'
import { insertConcepts } from '../../content/posts/write/write-sql.server.ts'
import type { DB } from '../../db/types.ts'
import { type Conversion, keepActivity, moveBelongings } from './conversion-sql.server.ts'
import { commentToPost, postToComment, type TextVersion } from './convert-text.server.ts'
import { deleteBareStubs, type MovableComment, type MovablePost } from './sql.server.ts'

/** Maximum characters of a stored comment (comments_content_check). */
const COMMENT_CHARACTERS_MAX = 200_000

/**
 * Makes a post of a comment, at the same time and with the same id. `moveOthers` moves the other comments in
 * between, while both exist.
 */
export async function splitText(
  trx: Transaction<DB>,
  comment: MovableComment,
  { title, concepts }: { title: string; concepts: string[] },
  moveOthers: () => Promise<unknown>,
): Promise<void> {
  const { id, parent_id, content, is_visible: _, ...rest } = comment
  const text = commentToPost(content)
  if (Buffer.byteLength(text.content) > POST_BYTES)
    throw new ORPCError('CONFLICT', { message: 'The first comment is too long to become a post.' })
  await trx
    .insertInto('posts')
    .values({ ...rest, ...text, id, title })
    .execute()
  await insertConcepts(trx, id, concepts)
  await moveOthers()
  const convert = (version: TextVersion): TextVersion => {
    const { content, format } = commentToPost(version.content)
    return { title, content, format }
  }
  const former = { title: null, content, format: null }
  const present = { title, content: text.content, format: text.format }
  await convertRow(trx, { id, kind: 'post', post_id: id, former, present, convert }, async () => {
    await trx.deleteFrom('comments').where('id', '=', id).execute()
    if (parent_id) await deleteBareStubs(trx, [parent_id])
  })
}

/** Makes a comment of a post, at the same time and with the same id. `deletePost` deletes the post. */
export async function mergeText(
  trx: Transaction<DB>,
  { id, title, content, format, ...rest }: MovablePost,
  postId: string,
  deletePost: () => Promise<unknown>,
): Promise<void> {
  const former = { title, content, format }
  const convert = (version: TextVersion): TextVersion => ({
    title: null,
    content: postToComment(version),
    format: null,
  })
  const present = convert(former)
  if (Array.from(present.content).length > COMMENT_CHARACTERS_MAX)
    throw new ORPCError('CONFLICT', { message: 'The text of this post is too long to become a comment.' })
  await trx
    .insertInto('comments')
    .values({ ...rest, id, post_id: postId, content: present.content })
    .execute()
  await convertRow(trx, { id, kind: 'comment', post_id: postId, former, present, convert }, deletePost)
}

async function convertRow(trx: Transaction<DB>, item: Conversion, deleteFormer: () => Promise<unknown>) {
  await moveBelongings(trx, item)
  await keepActivity(trx, item, deleteFormer)
}
