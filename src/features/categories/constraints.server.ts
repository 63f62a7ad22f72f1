import type { ConstraintErrors } from '../../api/core/errors.server.ts'

/** What the database says when it refuses (src/db/migrations). */
export const categoryConstraints: ConstraintErrors = {
  categories_name_key: ['CONFLICT', 'There is a category of this name.', 'name'],
}
