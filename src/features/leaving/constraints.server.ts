import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { LAST_ADMIN } from './policy.ts'

/** What the database says when it refuses (src/db/migrations). */
export const leavingConstraints: ConstraintErrors = {
  account_deletions_last_admin: ['CONFLICT', LAST_ADMIN],
}
