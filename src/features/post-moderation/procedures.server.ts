import { type Context, invalidate } from '../../api/core/context.server.ts'
import { guards } from '../../api/core/procedure.server.ts'
import { isStaff, type Viewer } from '../../api/core/viewer.ts'
import { enqueueQuietly } from '../accounts/mail/jobs.server.ts'
import { publishToMember } from '../live/publish.server.ts'
import { mayActOn } from '../moderation/policy.ts'
import { updateSocialImage } from '../social/jobs.server.ts'
import { postModeration as contract, type PostModeration } from './contract.ts'
import { findModeratedPost, type ModeratedPost } from './sql.server.ts'
import { classifyPost, lockPost, markDuplicate, pinPost } from './write.server.ts'

const { staff } = guards(contract)

export const postModeration = {
  read: staff.read.handler(async ({ context, input, errors }) => {
    const post = await findModeratedPost(context.db, input.id)
    if (!post) throw errors.NOT_FOUND()
    return shown(context.viewer, post)
  }),

  lock: staff.lock.handler(async ({ context, input, errors }) => {
    return answer(context, (await lockPost(context, input, true)) ?? throwing(errors.NOT_FOUND()))
  }),

  unlock: staff.unlock.handler(async ({ context, input, errors }) => {
    return answer(context, (await lockPost(context, input, false)) ?? throwing(errors.NOT_FOUND()))
  }),

  pin: staff.pin.handler(async ({ context, input, errors }) => {
    return answer(context, (await pinPost(context, input, true)) ?? throwing(errors.NOT_FOUND()))
  }),

  unpin: staff.unpin.handler(async ({ context, input, errors }) => {
    return answer(context, (await pinPost(context, input, false)) ?? throwing(errors.NOT_FOUND()))
  }),

  classify: staff.classify.handler(async ({ context, input, errors }) => {
    const done = await classifyPost(context, input)
    if (!done) throw errors.NOT_FOUND()
    if (done === 'forbidden') throw errors.FORBIDDEN()
    const { before, post, hasChanged } = done
    if (hasChanged) {
      const concepts = [...before.categories, ...post.categories].map(({ id }) => `category:${id}`)
      invalidate(context, ...concepts, 'category:null')
      if (post.author) publishToMember(context, post.author.id, { type: 'notification' })
      await enqueueQuietly(context, updateSocialImage, { post_id: post.id })
    }
    return answer(context, done)
  }),

  markDuplicate: staff.markDuplicate.handler(async ({ context, input, errors }) => {
    if (input.id === input.of) throw errors.CONFLICT()
    return answer(context, (await markDuplicate(context, input, input.of)) ?? throwing(errors.NOT_FOUND()))
  }),

  unmarkDuplicate: staff.unmarkDuplicate.handler(async ({ context, input, errors }) => {
    return answer(context, (await markDuplicate(context, input, null)) ?? throwing(errors.NOT_FOUND()))
  }),
}

function throwing(error: Error): never {
  throw error
}

/** What shows the post is made anew, and the log. */
function answer(
  context: Context & { viewer: Viewer },
  { post, hasChanged }: { post: ModeratedPost; hasChanged: boolean },
): PostModeration {
  if (hasChanged) {
    invalidate(context, 'moderation-log', 'posts', `post:${post.id}`, `comments:${post.id}`)
    if (post.author) invalidate(context, `profile:${post.author.id}`)
  }
  return shown(context.viewer, post)
}

function shown(viewer: Viewer, { author, ...post }: ModeratedPost): PostModeration {
  const may = isStaff(viewer)
  return { ...post, can: { lock: may, pin: may, classify: mayActOn(viewer, author), mark_duplicate: may } }
}
