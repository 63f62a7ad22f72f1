import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { COMMENT_LIMIT } from './policy.ts'

export const commentConstraints: ConstraintErrors = {
  comments_content_check: [
    'BAD_REQUEST',
    `A comment needs words, ${formatNumber(COMMENT_LIMIT)} characters at most.`,
    'content',
  ],
  comments_post_deleted: ['CONFLICT', 'A deleted post takes no comments.'],
  comments_post_removed: ['NOT_FOUND', 'The post could not be found.'],
  comments_edit_removed: ['CONFLICT', 'A moderator removed this comment. It cannot be edited.'],
  comments_reply_removed: ['CONFLICT', 'A removed comment takes no replies.', 'parent_id'],
  comments_post_id_fkey: ['NOT_FOUND', 'The post could not be found.'],
  comments_reply_deleted: ['CONFLICT', 'A deleted comment takes no replies.', 'parent_id'],
  comments_reply_depth: ['CONFLICT', 'Replies go one level deep.', 'parent_id'],
  comments_reply_post: ['CONFLICT', 'A reply belongs to the post of its parent.', 'parent_id'],
  comments_parent_id_fkey: ['CONFLICT', 'The comment to reply to is gone.', 'parent_id'],
}
