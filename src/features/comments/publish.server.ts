import type { Kysely } from 'kysely'
import { type Context, invalidate } from '../../api/core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { Draft, Publication } from '../approval/publishers.server.ts'
import { broadcast, publishToMember } from '../live/publish.server.ts'
import type { Comment } from './contract.ts'
import { insertComment } from './write-sql.server.ts'

/** Validated when it was submitted. */
type CommentPayload = Pick<Comment, 'post_id' | 'parent_id' | 'content'> & { answered_id: string | null }

export async function publishComment(db: Kysely<DB>, draft: Draft): Promise<Publication | undefined> {
  const { id, author_id } = draft
  const { post_id, parent_id, answered_id, content } = draft.payload as CommentPayload
  const made = await insertComment(db, { id, author_id, post_id, parent_id, answered_id, content })
  const announce = (context: Context) => {
    if (!made) return
    invalidateDiscussion(context, { post_id, author: { id: author_id } })
    broadcast(context, { type: 'comments', act: 'created', id: made.id, post_id })
    for (const reader of made.notified_user_ids) publishToMember(context, reader, { type: 'notification' })
  }
  return made && { ...made, announce }
}

/** Invalidates the discussion, the lists that count comments, and the author's profile. */
export function invalidateDiscussion(
  context: Context,
  { post_id, author }: { post_id: string; author: { id: string } | null },
): void {
  const profile = author ? [`profile:${author.id}`] : []
  invalidate(context, `comments:${post_id}`, `post:${post_id}`, 'posts', ...profile)
}
