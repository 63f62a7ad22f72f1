import type { ConstraintErrors } from '../../../api/core/errors.server.ts'
import { TOO_MANY } from './policy.ts'

/** What the database says when it refuses (src/db/migrations). */
export const accessTokenConstraints: ConstraintErrors = {
  access_tokens_limit: ['CONFLICT', TOO_MANY],
  access_tokens_suspended: ['FORBIDDEN', 'Who is suspended makes no access tokens.'],
}
