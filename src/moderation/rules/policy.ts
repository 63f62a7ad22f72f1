import * as z from 'zod'
import { optionalMultiLineSchema, singleLineSchema } from '../../accounts/manage-forms/fields.ts'

/** Maximum characters of a rule's title and text, the same as in db/schema/moderation.sql. */
export const RULE_TITLE_MAX = 100
export const RULE_TEXT_MAX = 2000
/** Maximum number of rules. Members would not read more. */
export const RULES_MAX = 50

const A_NUMBER = `Enter a number from 1 to ${RULES_MAX}.`

export const ruleInput = z.object({
  title: singleLineSchema(RULE_TITLE_MAX, 'A title'),
  text: optionalMultiLineSchema(RULE_TEXT_MAX, 'A text'),
  number: z.int(A_NUMBER).min(1, A_NUMBER).max(RULES_MAX, A_NUMBER).optional().meta({
    description: 'Position. The rule with this number swaps places; default for a new rule: last.',
  }),
})
