import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { UNREADABLE_NAME } from '../../platform/readable-name.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { CONTENT_LIMITS, POST_TOO_LARGE, TITLE_LIMIT } from './policy.ts'

const BAD_CONTENT: ConstraintErrors[string] = [
  'BAD_REQUEST',
  `A post needs words, ${formatNumber(CONTENT_LIMITS.rich)} characters at most.`,
  'content',
]

export const postConstraints: ConstraintErrors = {
  bookmarks_post_deleted: ['NOT_FOUND', 'This post was deleted.'],
  post_follows_post_deleted: ['NOT_FOUND', 'This post was deleted.'],
  bookmarks_post_removed: ['NOT_FOUND', 'This post was removed.'],
  post_follows_post_removed: ['NOT_FOUND', 'This post was removed.'],
  post_categories_post_removed: ['CONFLICT', 'A removed post takes no concepts.'],
  posts_edit_removed: ['CONFLICT', 'A moderator removed this post. It cannot be edited.'],
  post_categories_category_id_fkey: ['BAD_REQUEST', 'There is no such category.', 'category_ids'],
  post_categories_pkey: ['BAD_REQUEST', 'A category counts once.', 'category_ids'],
  posts_content_check: BAD_CONTENT,
  posts_content_bytes: ['BAD_REQUEST', POST_TOO_LARGE, 'content'],
  posts_content_text_check: BAD_CONTENT,
  readable_name: ['BAD_REQUEST', UNREADABLE_NAME],
  posts_title_check: ['BAD_REQUEST', `A title has 1 to ${TITLE_LIMIT} characters.`, 'title'],
}
