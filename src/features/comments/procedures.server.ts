import { type Context, invalidate } from '../../api/core/context.server.ts'
import { guards } from '../../api/core/procedure.server.ts'
import { tag } from '../../platform/response-cache.server.ts'
import { isBlank } from '../../platform/text.ts'
import { broadcast, publishToMember } from '../live/publish.server.ts'
import { withContentHtml } from '../markup/markup.server.ts'
import { type Comment, comments as contract } from './contract.ts'
import { canDelete, canEdit } from './policy.ts'
import {
  deleteComment,
  findComment,
  findOwner,
  insertComment,
  listComments,
  updateComment,
} from './sql.server.ts'

const { member, visitor } = guards(contract)

export const comments = {
  list: visitor.list.handler(async ({ context, input, errors }) => {
    tag(`comments:${input.id}`, `post:${input.id}`)
    const page = await listComments(context.db, input)
    if (!page) throw errors.NOT_FOUND()
    for (const { author, answered } of page.items) {
      if (author) tag(`profile:${author.id}`)
      if (answered?.author) tag(`profile:${answered.author.id}`)
    }
    return { ...page, items: await withContentHtml(context, page.items) }
  }),

  create: member.create.handler(async ({ context, input, errors }) => {
    if (isBlank(input.content)) throw errors.BAD_REQUEST({ data: { field: 'content' } })
    const made = await insertComment(context.db, {
      id: input.comment_id,
      post_id: input.id,
      parent_id: input.parent_id ?? null,
      answered_id: input.answered_id ?? null,
      author_id: context.viewer.id,
      content: input.content,
    })
    if (!made) throw errors.CONFLICT()
    const comment = await findComment(context.db, made.id)
    if (!comment) throw errors.NOT_FOUND()
    invalidateDiscussion(context, comment)
    broadcast(context, { type: 'comments', act: 'created', id: comment.id, post_id: comment.post_id })
    for (const reader of made.notified_user_ids) publishToMember(context, reader, { type: 'notification' })
    return shown(context, comment)
  }),

  update: member.update.handler(async ({ context, input, errors }) => {
    const [comment, owned] = await findOwned(context, input.id)
    if (!comment || !owned) throw errors.NOT_FOUND()
    if (!canEdit(context.viewer, owned)) throw errors.FORBIDDEN()
    if (comment.removal) throw errors.CONFLICT()
    if (isBlank(input.content)) throw errors.BAD_REQUEST({ data: { field: 'content' } })
    const mentioned = await updateComment(context.db, context.viewer.id, input)
    invalidateDiscussion(context, comment)
    for (const reader of mentioned) publishToMember(context, reader, { type: 'notification' })
    return shown(context, (await findComment(context.db, input.id)) ?? comment)
  }),

  remove: member.remove.handler(async ({ context, input, errors }) => {
    const [comment, owned] = await findOwned(context, input.id)
    if (!comment || !owned) throw errors.NOT_FOUND()
    if (!canDelete(context.viewer, owned)) throw errors.FORBIDDEN()
    const deletedBy = await deleteComment(context.db, comment)
    invalidateDiscussion(context, comment)
    if (deletedBy) invalidate(context, `profile:${deletedBy}`)
    broadcast(context, { type: 'comments', act: 'deleted', id: input.id, post_id: comment.post_id })
    return { id: input.id }
  }),
}

async function shown(context: Context, comment: Omit<Comment, 'content_html'>): Promise<Comment> {
  const [item] = await withContentHtml(context, [comment])
  return item as Comment
}

/** As it is shown, and whose it is: of what was removed nobody is told. */
function findOwned({ db }: Context, id: string) {
  return Promise.all([findComment(db, id), findOwner(db, id)])
}

/** The page with its comments, the lists that count them, and the page of who wrote it. */
function invalidateDiscussion(
  context: Context,
  { post_id, author }: Pick<Comment, 'post_id' | 'author'>,
): void {
  const profile = author ? [`profile:${author.id}`] : []
  invalidate(context, `comments:${post_id}`, `post:${post_id}`, 'posts', ...profile)
}
