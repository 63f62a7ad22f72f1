import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { INVALID_URL } from '../../platform/website.ts'

export const eventConstraints: ConstraintErrors = {
  events_ends_at_check: ['BAD_REQUEST', 'An event ends after it starts.', 'ends_at'],
  events_link_check: ['BAD_REQUEST', INVALID_URL, 'link'],
  events_where_check: ['BAD_REQUEST', 'Please say where: a place, a link, or both.', 'place'],
}
