import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { INVALID_URL } from '../../platform/website.ts'

export const thinkerConstraints: ConstraintErrors = {
  featured_thinkers_name_key: ['CONFLICT', 'There is a thinker of this name.', 'name'],
  featured_thinkers_website_url_check: ['BAD_REQUEST', INVALID_URL, 'website_url'],
  featured_thinkers_years_check: ['BAD_REQUEST', 'Nobody dies before they are born.', 'died'],
}
