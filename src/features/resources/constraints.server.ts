import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { INVALID_URL } from '../../platform/website.ts'

export const resourceConstraints: ConstraintErrors = {
  resources_blog_check: ['BAD_REQUEST', 'A blog, and nothing else here, has a category.', 'category'],
  resources_book_check: ['BAD_REQUEST', 'A book, and nothing else here, has a year.', 'year'],
  resources_link_check: ['BAD_REQUEST', INVALID_URL, 'link'],
  resources_title_key: ['CONFLICT', 'This title is in the list already.', 'title'],
}
