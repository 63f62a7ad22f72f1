import type { Kysely } from 'kysely'
import { broadcast, publishToMember } from '../../../accounts/live/publish.server.ts'
import { enqueueQuietly } from '../../../accounts/mail/jobs.server.ts'
import { type Context, invalidate } from '../../../core/context.server.ts'
import { guards } from '../../../core/procedure.server.ts'
import type { DB } from '../../../db/types.ts'
import type { Publication, SubmissionDraft } from '../../../moderation/approval/publishers.server.ts'
import { submitContent } from '../../../moderation/approval/submit.server.ts'
import { isBlank } from '../../../platform/text.ts'
import { isAuthor } from '../../../shared/authors/is-author.ts'
import { updateSocialImage } from '../../../shared/social-image-job.server.ts'
import { postsContract as contract } from '../contract.ts'
import {
  CONTENT_LIMITS,
  CONTENT_TOO_MANY_TAGS,
  contentTooLong,
  HTML_LIMITS,
  POST_BYTES,
  POST_REMOVED,
  POST_TOO_LARGE,
} from '../policy.ts'
import { toStoredText } from './sanitize.server.ts'
import { screenPost } from './screen-post.server.ts'
import {
  deletePost,
  findExistingConcepts,
  findForWriting,
  insertPost,
  readPostText,
  type StoredText,
  updatePost,
} from './write-sql.server.ts'

const { member } = guards(contract)

export const postWritingProcedures = {
  create: member.create.handler(async ({ context, input, errors }) => {
    if (isTooLong(input.content, input.format)) throw errors.BAD_REQUEST(tooLong(input.format))
    const { id, website, ...typed } = input
    const screened = await screenPost(context, typed)
    if (!screened?.text) throw errors.BAD_REQUEST(TOO_MARKED)
    const { text, ...sent } = screened
    const problem = problemOf({ ...text, title: sent.title })
    if (problem) throw errors.BAD_REQUEST(problem)
    const answer = await submitContent(context, {
      kind: 'post',
      id,
      payload: { ...sent, html: text.content },
      publish: publishPost,
      text: text.content_text,
      website,
    })
    if (!answer) throw errors.CONFLICT()
    return answer
  }),

  update: member.update.handler(async ({ context, input, errors }) => {
    const post = await findForWriting(context.db, input.id)
    if (!post) throw errors.NOT_FOUND()
    if (!isAuthor(context.viewer, post)) throw errors.FORBIDDEN()
    if (post.removed_at) throw errors.CONFLICT({ message: POST_REMOVED })
    const format = input.format ?? post.format
    if (isTooLong(input.content ?? '', format)) throw errors.BAD_REQUEST(tooLong(format))
    const { title, content } = input
    const readFormer = () => readPostText(context.db, input.id)
    const screened = await screenPost(context, { title, content, format }, readFormer)
    if (!screened) throw errors.BAD_REQUEST(TOO_MARKED)
    const problem = problemOf({ ...screened.text, title: screened.title })
    if (problem) throw errors.BAD_REQUEST(problem)
    const change = { ...input, title: screened.title, format: undefined, ...screened.text }
    const saved = await updatePost(context.db, context.viewer.id, change)
    if (!saved) throw errors.CONFLICT()
    const tags = input.concept_ids ? conceptTags(input.concept_ids) : []
    invalidate(context, 'posts', `post:${input.id}`, `profile:${context.viewer.id}`, ...tags)
    publishNotices(context, saved)
    await enqueueQuietly(context, updateSocialImage, { post_id: input.id })
    return saved.post
  }),

  remove: member.remove.handler(async ({ context, input, errors }) => {
    const post = await findForWriting(context.db, input.id)
    if (!post) throw errors.NOT_FOUND()
    if (!isAuthor(context.viewer, post)) throw errors.FORBIDDEN()
    const people = [context.viewer.id, ...(await deletePost(context.db, input.id))]
    invalidate(context, 'posts', `post:${input.id}`, `comments:${input.id}`)
    invalidate(context, ...people.map((id) => `profile:${id}`))
    broadcast(context, { type: 'posts', act: 'deleted', id: input.id, author_id: null, concept_ids: [] })
    await enqueueQuietly(context, updateSocialImage, { post_id: input.id })
    return { id: input.id }
  }),
}

const TOO_MARKED = { message: CONTENT_TOO_MANY_TAGS, data: { field: 'content' } }

/** Whether HTML exceeds its limit. Also called before parsing, because parsing longer HTML would be slow. */
function isTooLong(html: string, format: StoredText['format']): boolean {
  return html.length > HTML_LIMITS[format]
}

function tooLong(format: StoredText['format']) {
  return { message: contentTooLong(format), data: { field: 'content' } }
}

/** Returns the first error in the title or text. Fields that were not sent are valid. */
function problemOf({ title, ...text }: Partial<StoredText> & { title: string | undefined }) {
  const { content = '', content_text, format = 'rich' } = text
  if (title !== undefined && isBlank(title)) return { data: { field: 'title' } }
  if (content_text === undefined) return undefined
  if (isBlank(content_text)) return { data: { field: 'content' } }
  if (content_text.length > CONTENT_LIMITS[format] || isTooLong(content, format)) return tooLong(format)
  if (Buffer.byteLength(content) > POST_BYTES) return { message: POST_TOO_LARGE, data: { field: 'content' } }
  return undefined
}

type PostPayload = { title: string; content: string; format: StoredText['format']; concept_ids: string[] }

/** Publishes a post, without concepts that were deleted since the author selected them. */
export async function publishPost(db: Kysely<DB>, draft: SubmissionDraft): Promise<Publication | undefined> {
  const { id, author_id } = draft
  const { title, content, format, concept_ids: wanted } = draft.payload as PostPayload
  const known = new Set(await findExistingConcepts(db, wanted))
  const concept_ids = wanted.filter((concept) => known.has(concept))
  const text = toStoredText(content, format)
  const saved = text && (await insertPost(db, author_id, { id, title, ...text, concept_ids }))
  if (!saved) return undefined
  const announce = async (context: Context) => {
    if (known.size < new Set(wanted).size)
      context.log.warn(
        { ids: wanted, requestId: context.requestId },
        'a post was published without some of its concepts',
      )
    invalidate(context, 'posts', `profile:${author_id}`, ...conceptTags(concept_ids))
    broadcast(context, { type: 'posts', act: 'created', id: saved.id, author_id, concept_ids })
    publishNotices(context, saved)
    await enqueueQuietly(context, updateSocialImage, { post_id: saved.id })
  }
  return { ...saved, announce }
}

function publishNotices(context: Context, saved: { notified_user_ids: string[] }): void {
  for (const reader of saved.notified_user_ids) publishToMember(context, reader, { type: 'notification' })
}

function conceptTags(ids: string[]): string[] {
  return ids.length > 0 ? ids.map((id) => `concept:${id}`) : ['concept:null']
}
