import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { RULES_MAX } from './policy.ts'

export const ruleConstraints: ConstraintErrors = {
  community_rules_number_key: ['CONFLICT', 'There is a rule of this number.', 'number'],
  community_rules_number_check: ['CONFLICT', `There is room for ${RULES_MAX} rules.`, 'number'],
}
