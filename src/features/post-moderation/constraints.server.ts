import type { ConstraintErrors } from '../../api/core/errors.server.ts'

export const postModerationConstraints: ConstraintErrors = {
  comments_post_locked: ['CONFLICT', 'This post is locked: it takes no new comments.'],
  posts_duplicate_of_itself: ['CONFLICT', 'A post is no duplicate of itself.', 'of'],
  posts_duplicate_original: ['CONFLICT', 'There is no such post, or it is a duplicate itself.', 'of'],
  posts_duplicate_of_original: ['CONFLICT', 'Other posts are marked as duplicates of this one.', 'of'],
}
