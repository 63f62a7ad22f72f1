import type { ConstraintErrors } from '../../api/core/errors.server.ts'

export const voteConstraints: ConstraintErrors = {
  votes_post_deleted: ['NOT_FOUND', 'This post was deleted.'],
  votes_comment_deleted: ['NOT_FOUND', 'This comment was deleted.'],
}
