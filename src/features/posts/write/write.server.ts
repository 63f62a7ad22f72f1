import { type Context, invalidate } from '../../../api/core/context.server.ts'
import { guards } from '../../../api/core/procedure.server.ts'
import { isBlank } from '../../../platform/text.ts'
import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { broadcast, publishToMember } from '../../live/publish.server.ts'
import { updateSocialImage } from '../../social/jobs.server.ts'
import { posts as contract } from '../contract.ts'
import {
  CONTENT_LIMITS,
  CONTENT_TOO_MARKED,
  canDelete,
  canEdit,
  contentTooLong,
  HTML_LIMITS,
  POST_REMOVED,
} from '../policy.ts'
import { plainToHtml, textOf } from '../text.ts'
import { sanitizePost, sanitizeSent } from './sanitize.server.ts'
import {
  deletePost,
  findCategories,
  findForWriting,
  insertPost,
  type Text,
  updatePost,
} from './write-sql.server.ts'

const { member } = guards(contract)

/** What only members do with posts: publish, edit and delete their own. */
export const writing = {
  create: member.create.handler(async ({ context, input, errors }) => {
    if (isTooLong(input.content, input.format)) throw errors.BAD_REQUEST(tooLong(input.format))
    const text = stored(input.content, input.format)
    if (!text) throw errors.BAD_REQUEST(TOO_MARKED)
    const problem = problemOf({ ...text, title: input.title })
    if (problem) throw errors.BAD_REQUEST(problem)
    const category_ids = await linkable(context, input.category_ids)
    const saved = await insertPost(context.db, context.viewer.id, { ...input, ...text, category_ids })
    if (!saved) throw errors.CONFLICT()
    const { id } = saved
    invalidate(context, 'posts', `profile:${context.viewer.id}`, ...categoryTags(category_ids))
    broadcast(context, { type: 'posts', act: 'created', id, author_id: context.viewer.id, category_ids })
    publishNotices(context, saved)
    await enqueueQuietly(context, updateSocialImage, { post_id: id })
    return { id }
  }),

  update: member.update.handler(async ({ context, input, errors }) => {
    const post = await findForWriting(context.db, input.id)
    if (!post) throw errors.NOT_FOUND()
    if (!canEdit(context.viewer, post)) throw errors.FORBIDDEN()
    if (post.removed_at) throw errors.CONFLICT({ message: POST_REMOVED })
    const format = input.format ?? post.format
    if (isTooLong(input.content ?? '', format)) throw errors.BAD_REQUEST(tooLong(format))
    const text = input.content === undefined ? {} : stored(input.content, format)
    if (!text) throw errors.BAD_REQUEST(TOO_MARKED)
    const problem = problemOf({ ...text, title: input.title })
    if (problem) throw errors.BAD_REQUEST(problem)
    const saved = await updatePost(context.db, context.viewer.id, { ...input, format: undefined, ...text })
    if (!saved) throw errors.CONFLICT()
    const tags = input.category_ids ? categoryTags(input.category_ids) : []
    invalidate(context, 'posts', `post:${input.id}`, `profile:${context.viewer.id}`, ...tags)
    publishNotices(context, saved)
    await enqueueQuietly(context, updateSocialImage, { post_id: input.id })
    return saved.post
  }),

  remove: member.remove.handler(async ({ context, input, errors }) => {
    const post = await findForWriting(context.db, input.id)
    if (!post) throw errors.NOT_FOUND()
    if (!canDelete(context.viewer, post)) throw errors.FORBIDDEN()
    const people = [context.viewer.id, ...(await deletePost(context.db, input.id))]
    invalidate(context, 'posts', `post:${input.id}`, `comments:${input.id}`)
    invalidate(context, ...people.map((id) => `profile:${id}`))
    broadcast(context, { type: 'posts', act: 'deleted', id: input.id, author_id: null, category_ids: [] })
    await enqueueQuietly(context, updateSocialImage, { post_id: input.id })
    return { id: input.id }
  }),
}

/** Those that are still there: a category that was taken down while somebody wrote costs them no post. */
async function linkable({ db, log, requestId }: Context, ids: string[]): Promise<string[]> {
  const known = new Set(await findCategories(db, ids))
  if (known.size < new Set(ids).size)
    log.warn({ ids, requestId }, 'a post goes without some of its categories')
  return ids.filter((id) => known.has(id))
}

function publishNotices(context: Context, { notified_user_ids }: { notified_user_ids: string[] }): void {
  for (const reader of notified_user_ids) publishToMember(context, reader, { type: 'notification' })
}

/** Where a post may now be among the related ones; without a category, among those of posts without one. */
function categoryTags(ids: string[]): string[] {
  return ids.length > 0 ? ids.map((id) => `category:${id}`) : ['category:null']
}

const TOO_MARKED = { message: CONTENT_TOO_MARKED, data: { field: 'content' } }

/** Plain text has the tags that we give it, as many as its lines need. */
function stored(content: string, format: Text['format']): Text | undefined {
  const html = format === 'plain' ? sanitizePost(plainToHtml(content)) : sanitizeSent(content)
  return html === undefined ? undefined : { content: html, content_text: textOf(html), format }
}

/** Seen before any of it is parsed. */
function isTooLong(html: string, format: Text['format']): boolean {
  return html.length > HTML_LIMITS[format]
}

function tooLong(format: Text['format']) {
  return { message: contentTooLong(format), data: { field: 'content' } }
}

/** Whatever was sent has to be there and to fit; what was not sent stays as it is. */
function problemOf({
  title,
  content = '',
  content_text,
  format = 'rich',
}: Partial<Text> & { title: string | undefined }) {
  if (title !== undefined && isBlank(title)) return { data: { field: 'title' } }
  if (content_text === undefined) return undefined
  if (isBlank(content_text)) return { data: { field: 'content' } }
  if (content_text.length > CONTENT_LIMITS[format] || isTooLong(content, format)) return tooLong(format)
  return undefined
}
