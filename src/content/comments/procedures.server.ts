import type { Kysely } from 'kysely'
import { broadcast, publishToMember } from '../../accounts/live/publish.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { Publication, SubmissionDraft } from '../../moderation/approval/publishers.server.ts'
import { submitContent } from '../../moderation/approval/submit.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { waitText } from '../../platform/http/rate.ts'
import { isBlank } from '../../platform/text.ts'
import { isAuthor } from '../../shared/authors/is-author.ts'
import { withContentHtml } from '../../shared/markup/markup.server.ts'
import { screenFields } from '../../shared/watched-words/screen.server.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { type Comment, commentsContract as contract } from './contract.ts'
import { readCommentCursor } from './cursor.ts'
import { findMovedComment, findPageStarts } from './page-sql.server.ts'
import { COMMENT_LIMIT, type CommentSort } from './policy.ts'
import {
  countFittingComments,
  findComment,
  findCommentOwner,
  listComments,
  type StoredComment,
} from './sql.server.ts'
import { deleteComment, findSlowModeWait, insertComment, updateComment } from './write-sql.server.ts'

const { member, visitor } = guards(contract)

export const commentsProcedures = {
  list: visitor.list.handler(async ({ context, input, errors }) => {
    tag(`comments:${input.id}`, `post:${input.id}`)
    const page = await listComments(context.db, input)
    if (!page) throw errors.NOT_FOUND()
    for (const { author, answered } of page.items) {
      if (author) tag(`profile:${author.id}`)
      if (answered?.author) tag(`profile:${answered.author.id}`)
    }
    const items = await fitting(context, page)
    return { items, next: page.nextAfter(items.length) }
  }),

  pageOf: visitor.pageOf.handler(async ({ context, input, errors }) => {
    tag(`comments:${input.id}`, `post:${input.id}`)
    // Renders candidate pages until one contains the comment, as their length depends on the rendered size.
    for await (const start of findPageStarts(context.db, input))
      if (await holds(context, input, start)) return { start }
    const moved_to = await findMovedComment(context.db, input)
    if (!moved_to) throw errors.NOT_FOUND()
    tag(`post:${moved_to.id}`, `comments:${moved_to.id}`)
    return { start: null, moved_to }
  }),

  create: member.create.handler(async ({ context, input, errors }) => {
    if (isBlank(input.content)) throw errors.BAD_REQUEST({ data: { field: 'content' } })
    const { id: post_id, comment_id, website } = input
    const { content } = await screenFields(context, { content: input.content })
    const place = { post_id, parent_id: input.parent_id ?? null, answered_id: input.answered_id ?? null }
    const answer = await submitContent(context, {
      kind: 'comment',
      id: comment_id,
      payload: { ...place, content },
      publish: publishComment,
      website,
    }).catch(async (error) => {
      if (error?.constraint !== 'comments_slow_mode') throw error
      const wait = await findSlowModeWait(context.db, post_id, context.viewer.id)
      throw errors.CONFLICT({ message: `${SLOW_MODE} You can comment again in ${waitText(wait)}.` })
    })
    if (!answer) throw errors.CONFLICT()
    const { id, pending } = answer
    if (pending)
      return { ...(await shown(context, unpublished(context.viewer, { id, content, ...place }))), pending }
    const comment = await findComment(context.db, id)
    if (!comment) throw errors.NOT_FOUND()
    return shown(context, comment)
  }),

  update: member.update.handler(async ({ context, input, errors }) => {
    const [comment, owned] = await findOwned(context, input.id)
    if (!comment || !owned) throw errors.NOT_FOUND()
    if (!isAuthor(context.viewer, owned)) throw errors.FORBIDDEN()
    if (comment.removal) throw errors.CONFLICT()
    if (isBlank(input.content)) throw errors.BAD_REQUEST({ data: { field: 'content' } })
    const readFormer = async () => comment.content
    const { content } = await screenFields(context, { content: input.content }, { readFormer })
    const mentioned = await updateComment(context.db, context.viewer.id, { ...input, content })
    invalidateDiscussion(context, comment)
    for (const reader of mentioned) publishToMember(context, reader, { type: 'notification' })
    return shown(context, (await findComment(context.db, input.id)) ?? comment)
  }),

  remove: member.remove.handler(async ({ context, input, errors }) => {
    const [comment, owned] = await findOwned(context, input.id)
    if (!comment || !owned) throw errors.NOT_FOUND()
    if (!isAuthor(context.viewer, owned)) throw errors.FORBIDDEN()
    const deletedBy = await deleteComment(context.db, comment)
    invalidateDiscussion(context, comment)
    if (deletedBy) invalidate(context, `profile:${deletedBy}`)
    broadcast(context, { type: 'comments', act: 'deleted', id: input.id, post_id: comment.post_id })
    return { id: input.id }
  }),
}

async function fitting(context: Context, page: { items: StoredComment[]; postBytes: number }) {
  const items = await withContentHtml(context, page.items, { hasPictures: true })
  return items.slice(0, countFittingComments(items, page.postBytes))
}

async function holds(
  context: Context,
  { comment_id, ...input }: { id: string; comment_id: string; sort?: CommentSort | undefined },
  start: string | null,
): Promise<boolean> {
  const page = await listComments(context.db, {
    ...input,
    cursor: start ? readCommentCursor(start) : undefined,
  })
  const items = page ? await fitting(context, page) : []
  return items.some(({ id }) => id === comment_id)
}

async function shown(context: Context, comment: StoredComment): Promise<Comment> {
  const [item] = await withContentHtml(context, [comment], { hasPictures: true })
  return item as Comment
}

/** Loads the stored author separately, because `findComment` returns removed comments without an author. */
function findOwned({ db }: Context, id: string) {
  return Promise.all([findComment(db, id), findCommentOwner(db, id)])
}

function unpublished(
  { id: author_id, username, full_name, avatar_url, roles: author_roles }: Viewer,
  written: Pick<Comment, 'id' | 'post_id' | 'parent_id' | 'content'>,
): Omit<Comment, 'content_html'> {
  const { id, post_id, parent_id, content } = written
  const author = { id: author_id, username, full_name, avatar_url }
  const created_at = new Date().toISOString()
  const rest = { votes_score: 0, is_deleted: false, answered: null, edited_at: null }
  return { id, post_id, parent_id, content, author, author_roles, created_at, ...rest }
}

type CommentPayload = Pick<Comment, 'post_id' | 'parent_id' | 'content'> & { answered_id: string | null }

export async function publishComment(
  db: Kysely<DB>,
  draft: SubmissionDraft,
): Promise<Publication | undefined> {
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

function invalidateDiscussion(
  context: Context,
  { post_id, author }: { post_id: string; author: { id: string } | null },
): void {
  const profile = author ? [`profile:${author.id}`] : []
  invalidate(context, `comments:${post_id}`, `post:${post_id}`, 'posts', ...profile)
}

const SLOW_MODE = 'This post is in slow mode.'

export const commentConstraints: ConstraintErrors = {
  comments_slow_mode: ['CONFLICT', `${SLOW_MODE} Wait before you comment again.`],
  comments_content_check: [
    'BAD_REQUEST',
    `A comment must have 1 to ${formatNumber(COMMENT_LIMIT)} characters.`,
    'content',
  ],
  comments_post_deleted: ['CONFLICT', 'You can’t comment on a deleted post.'],
  comments_post_removed: ['NOT_FOUND', 'The post could not be found.'],
  comments_edit_removed: ['CONFLICT', 'A moderator removed this comment. It can’t be edited.'],
  comments_reply_removed: ['CONFLICT', 'You can’t reply to a removed comment.', 'parent_id'],
  comments_post_id_fkey: ['NOT_FOUND', 'The post could not be found.'],
  comments_reply_deleted: ['CONFLICT', 'You can’t reply to a deleted comment.', 'parent_id'],
  comments_reply_depth: ['CONFLICT', 'You can’t reply to a reply.', 'parent_id'],
  comments_reply_to_itself: ['CONFLICT', 'A comment can’t be a reply to itself.', 'parent_id'],
  comments_reply_post: ['CONFLICT', 'A reply must belong to the same post as its parent.', 'parent_id'],
  comments_parent_id_fkey: ['CONFLICT', 'The comment you’re replying to was deleted.', 'parent_id'],
}
