import { publishToMember } from '../../accounts/live/publish.server.ts'
import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { isStaff, type Viewer } from '../../core/viewer.ts'
import { mayActOn } from '../../moderation/policy.ts'
import { updateSocialImage } from '../../shared/social-image-job.server.ts'
import { postModerationContract as contract, type PostModeration } from './contract.ts'
import { findModeratedPost, type ModeratedPost } from './sql.server.ts'
import { classifyPost, lockPost, markDuplicate, pinPost, setSlowMode, unlockPost } from './write.server.ts'

const { staff } = guards(contract)

export const postModerationProcedures = {
  read: staff.read.handler(async ({ context, input, errors }) => {
    const post = await findModeratedPost(context.db, input.id)
    if (!post) throw errors.NOT_FOUND()
    return shown(context.viewer, post)
  }),

  lock: staff.lock.handler(async ({ context, input }) => answer(context, await lockPost(context, input))),

  unlock: staff.unlock.handler(async ({ context, input }) =>
    answer(context, await unlockPost(context, input)),
  ),

  slowDown: staff.slowDown.handler(async ({ context, input }) =>
    answer(context, await setSlowMode(context, input, input.seconds)),
  ),
  endSlowMode: staff.endSlowMode.handler(async ({ context, input }) =>
    answer(context, await setSlowMode(context, input, null)),
  ),

  pin: staff.pin.handler(async ({ context, input }) => answer(context, await pinPost(context, input, true))),

  unpin: staff.unpin.handler(async ({ context, input }) =>
    answer(context, await pinPost(context, input, false)),
  ),

  classify: staff.classify.handler(async ({ context, input }) => {
    const done = await classifyPost(context, input)
    const { before, post, hasChanged } = done
    if (hasChanged) {
      const concepts = [...before.concepts, ...post.concepts].map(({ id }) => `concept:${id}`)
      invalidate(context, ...concepts, 'concept:null')
      if (post.author) publishToMember(context, post.author.id, { type: 'notification' })
      await enqueueQuietly(context, updateSocialImage, { post_id: post.id })
    }
    return answer(context, done)
  }),

  markDuplicate: staff.markDuplicate.handler(async ({ context, input, errors }) => {
    if (input.id === input.of) throw errors.CONFLICT()
    return answer(context, await markDuplicate(context, input, input.of))
  }),

  unmarkDuplicate: staff.unmarkDuplicate.handler(async ({ context, input }) =>
    answer(context, await markDuplicate(context, input, null)),
  ),
}

/** Returns the post and, if it has changed, invalidates the cached responses that show it. */
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

export const postModerationConstraints: ConstraintErrors = {
  comments_post_locked: ['CONFLICT', 'This post is locked. You can’t add new comments.'],
  posts_duplicate_of_itself: ['CONFLICT', 'A post can’t be a duplicate of itself.', 'of'],
  posts_duplicate_original: ['CONFLICT', 'Post not found, or it’s a duplicate itself.', 'of'],
  posts_duplicate_of_original: ['CONFLICT', 'Other posts are marked as duplicates of this one.', 'of'],
}
