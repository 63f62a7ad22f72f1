import type { ConstraintErrors } from '../../api/core/errors.server.ts'

export const mailConstraints: ConstraintErrors = {
  digests_time_zone_check: ['BAD_REQUEST', 'That is no time zone that we know.', 'time_zone'],
}
