import * as z from 'zod'
import { optionalMultiLineSchema, singleLineSchema } from '../../accounts/manage-forms/fields.ts'

/** Maximum lengths in characters, as in the database (db/schema/concepts.sql). */
export const CONCEPT_NAME_MAX = 50
export const CONCEPT_DESCRIPTION_MAX = 500

const POSITION_MAX = 99
const INVALID_POSITION = `Enter a number from 1 to ${POSITION_MAX}.`

export const conceptFields = z.object({
  name: singleLineSchema(CONCEPT_NAME_MAX, 'A name'),
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a colour as "#" and six hex digits, like #4f7df3.'),
  position: z.int(INVALID_POSITION).min(1, INVALID_POSITION).max(POSITION_MAX, INVALID_POSITION).nullable(),
  description: optionalMultiLineSchema(CONCEPT_DESCRIPTION_MAX, 'A description'),
})
