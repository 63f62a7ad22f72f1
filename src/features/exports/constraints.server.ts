import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { ONE_A_DAY } from './policy.ts'

/** For concurrent requests. */
export const exportConstraints: ConstraintErrors = {
  exports_one_a_day: ['CONFLICT', ONE_A_DAY],
}
