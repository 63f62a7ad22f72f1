import type { ConstraintErrors } from '../../api/core/errors.server.ts'

export const removalConstraints: ConstraintErrors = {
  removed_content_not_found: ['NOT_FOUND', 'This is gone, or never was.'],
  removed_content_already: ['CONFLICT', 'This is removed already.'],
  removed_content_not_removed: ['CONFLICT', 'This is not removed.'],
  removed_content_erased: ['CONFLICT', 'Its words are erased. It cannot be restored.'],
}
