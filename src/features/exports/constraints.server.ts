import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { ONE_A_DAY } from './policy.ts'

/** What the database says when it refuses, of two that were asked for at once. */
export const exportConstraints: ConstraintErrors = {
  exports_one_a_day: ['CONFLICT', ONE_A_DAY],
}
