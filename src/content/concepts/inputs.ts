import * as z from 'zod'
import { line, optionalLines } from '../../accounts/manage-forms/fields.ts'

/** Limits of the database (db/schema/categories.sql). */
export const CATEGORY_NAME_MAX = 50
export const CATEGORY_DESCRIPTION_MAX = 500

export const categoryFields = z.object({
  name: line(CATEGORY_NAME_MAX, 'A name'),
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a colour as "#" and six hex digits, like #4f7df3.'),
  description: optionalLines(CATEGORY_DESCRIPTION_MAX, 'A description'),
})
