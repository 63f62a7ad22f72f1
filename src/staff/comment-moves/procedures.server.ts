import { broadcast, publishToMember } from '../../accounts/live/publish.server.ts'
import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { updateSocialImage } from '../../shared/social-image-job.server.ts'
import { commentMovesContract as contract, type MoveResult } from './contract.ts'
import { type Moved, mergePost, moveToPost, splitPost } from './move.server.ts'

const { staff } = guards(contract)

export const commentMovesProcedures = {
  split: staff.split.handler(async ({ context, input }) => {
    const done = await splitPost(context, input)
    const { id, author_id } = done.to
    invalidate(
      context,
      ...(input.concepts.length > 0 ? input.concepts : ['null']).map((each) => `concept:${each}`),
    )
    broadcast(context, { type: 'posts', act: 'created', id, author_id, concept_ids: input.concepts })
    await enqueueQuietly(context, updateSocialImage, { post_id: id })
    return answer(context, done, [done.from.id, id])
  }),

  move: staff.move.handler(async ({ context, input }) =>
    answer(context, await moveToPost(context, input), [input.id, input.to]),
  ),

  merge: staff.merge.handler(async ({ context, input }) => {
    const done = await mergePost(context, input)
    broadcast(context, { type: 'posts', act: 'deleted', id: input.id, author_id: null, concept_ids: [] })
    await enqueueQuietly(context, updateSocialImage, { post_id: input.id })
    return answer(context, done, [input.to])
  }),
}

/** Invalidates the responses that show the posts, the comments or their authors. Open pages of `posts` refetch. */
function answer(context: Context, { from, to, moved, notified }: Moved, posts: string[]): MoveResult {
  const authors = [from, to, ...moved].flatMap(({ author_id }) => author_id ?? [])
  invalidate(context, 'moderation-log', 'posts', ...[...new Set(authors)].map((id) => `profile:${id}`))
  for (const { id } of [from, to]) invalidate(context, `post:${id}`, `comments:${id}`)
  for (const post_id of posts)
    broadcast(context, { type: 'comments', act: 'moved', id: moved[0]?.id ?? from.id, post_id })
  for (const member of notified) publishToMember(context, member, { type: 'notification' })
  return { id: to.id, title: to.title, moved: moved.length }
}
