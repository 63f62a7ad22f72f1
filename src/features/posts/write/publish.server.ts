import type { Kysely } from 'kysely'
import { type Context, invalidate } from '../../../api/core/context.server.ts'
import type { DB } from '../../../db/types.ts'
import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import type { Draft, Publication } from '../../approval/publishers.server.ts'
import { broadcast, publishToMember } from '../../live/publish.server.ts'
import { updateSocialImage } from '../../social/jobs.server.ts'
import { stored } from './sanitize.server.ts'
import { findCategories, insertPost, type Text } from './write-sql.server.ts'

type PostPayload = { title: string; content: string; format: Text['format']; category_ids: string[] }

/** Ignores categories that were deleted while the post was written. */
export async function publishPost(db: Kysely<DB>, draft: Draft): Promise<Publication | undefined> {
  const { id, author_id } = draft
  const { title, content, format, category_ids: wanted } = draft.payload as PostPayload
  const known = new Set(await findCategories(db, wanted))
  const category_ids = wanted.filter((category) => known.has(category))
  const text = stored(content, format)
  const saved = text && (await insertPost(db, author_id, { id, title, ...text, category_ids }))
  if (!saved) return undefined
  const announce = async (context: Context) => {
    if (known.size < new Set(wanted).size)
      context.log.warn(
        { ids: wanted, requestId: context.requestId },
        'a post goes without some of its categories',
      )
    invalidate(context, 'posts', `profile:${author_id}`, ...categoryTags(category_ids))
    broadcast(context, { type: 'posts', act: 'created', id: saved.id, author_id, category_ids })
    publishNotices(context, saved)
    await enqueueQuietly(context, updateSocialImage, { post_id: saved.id })
  }
  return { ...saved, announce }
}

export function publishNotices(context: Context, saved: { notified_user_ids: string[] }): void {
  for (const reader of saved.notified_user_ids) publishToMember(context, reader, { type: 'notification' })
}

export function categoryTags(ids: string[]): string[] {
  return ids.length > 0 ? ids.map((id) => `category:${id}`) : ['category:null']
}
