import type { ConstraintErrors } from '../../api/core/errors.server.ts'

export const categoryConstraints: ConstraintErrors = {
  categories_name_key: ['CONFLICT', 'There is a category of this name.', 'name'],
}
