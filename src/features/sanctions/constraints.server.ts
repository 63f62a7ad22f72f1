import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { refusalOf } from '../../api/core/standing.server.ts'
import type { Sanction } from '../../api/core/viewer.ts'

/** The guard's refusals, for sanctions that were set during a write (db/schema/sanctions.sql). */
export const sanctionConstraints: ConstraintErrors = {
  sanctions_suspension: refused,
  sanctions_warning: refused,
  sanctions_rate_limit: refused,
  sanctions_standing_key: ['CONFLICT', 'Somebody else has just done this. Please look again.'],
}

function refused(detail: string) {
  const { retry_after, ...sanction } = JSON.parse(detail) as Sanction & { retry_after?: number }
  const ends_at = sanction.ends_at && new Date(sanction.ends_at).toISOString()
  return refusalOf({ ...sanction, ends_at }, retry_after)
}
