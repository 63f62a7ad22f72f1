import { publishToMember } from '../../accounts/live/publish.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { votesContract as contract } from './contract.ts'
import { findScores, type Vote, type VoteResult, voteOnComment, voteOnPost } from './sql.server.ts'
import type { VoteEvents } from './vote-events.server.ts'

type Needs = { voteEvents: VoteEvents }

const { member, visitor } = guards<typeof contract, Needs>(contract)

export const votesProcedures = {
  scores: visitor.scores.handler(async ({ context, input }) => {
    tag(`post:${input.id}`, `comments:${input.id}`)
    return { scores: await findScores(context.db, input) }
  }),

  post: member.post.handler(async ({ context, input, errors }) => {
    const voted = await voteOnPost(context.db, context.viewer.id, input)
    if (!voted) throw errors.NOT_FOUND()
    if (voted.has_changed) invalidate(context, 'posts', `post:${input.id}`)
    return answer(context, input, voted)
  }),

  comment: member.comment.handler(async ({ context, input, errors }) => {
    const voted = await voteOnComment(context.db, context.viewer.id, input)
    if (!voted) throw errors.NOT_FOUND()
    if (voted.has_changed) invalidate(context, `comments:${voted.post_id}`, 'activity')
    return answer(context, input, voted)
  }),
}

function answer(context: Context & Needs, { id, vote_type }: Vote, voted: VoteResult) {
  if (voted.has_changed) context.voteEvents.add(id)
  if (voted.notified_user_id) publishToMember(context, voted.notified_user_id, { type: 'notification' })
  return { vote_type, votes_score: voted.votes_score }
}

export const voteConstraints: ConstraintErrors = {
  votes_post_deleted: ['NOT_FOUND', 'This post was deleted.'],
  votes_comment_deleted: ['NOT_FOUND', 'This comment was deleted.'],
}
