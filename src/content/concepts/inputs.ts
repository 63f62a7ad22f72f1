import * as z from 'zod'
import { optionalMultiLineSchema, singleLineSchema } from '../../accounts/manage-forms/fields.ts'

/** Maximum lengths in characters, as in the database (db/schema/concepts.sql). */
export const CONCEPT_NAME_MAX = 50
export const CONCEPT_DESCRIPTION_MAX = 500

export const conceptFields = z.object({
  name: singleLineSchema(CONCEPT_NAME_MAX, 'A name'),
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a colour as "#" and six hex digits, like #4f7df3.'),
  description: optionalMultiLineSchema(CONCEPT_DESCRIPTION_MAX, 'A description'),
})
