import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { INVALID_URL } from '../../platform/website.ts'
import { INVALID_USERNAME } from '../accounts/policy.ts'
import { INVISIBLE } from './my-profile-policy.ts'

export const profileConstraints: ConstraintErrors = {
  profiles_full_name_visible: ['BAD_REQUEST', INVISIBLE, 'full_name'],
  profiles_username_check: ['BAD_REQUEST', INVALID_USERNAME, 'username'],
  profiles_username_former: ['CONFLICT', 'This username is taken.', 'username'],
  profiles_username_key: ['CONFLICT', 'This username is taken.', 'username'],
  profiles_username_reserved: ['CONFLICT', 'This username is reserved.', 'username'],
  profiles_website_url_check: ['BAD_REQUEST', INVALID_URL, 'website_url'],
}
