import * as z from 'zod'
import { line, optionalLines } from '../manage/fields.ts'
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX } from './policy.ts'

/** What curators say of a category: the same rules in the form and in the API. */
export const categoryFields = z.object({
  name: line(CATEGORY_NAME_MAX, 'A name'),
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, 'A colour is "#" and six digits or letters from a to f, like #4f7df3.'),
  description: optionalLines(CATEGORY_DESCRIPTION_MAX, 'A description'),
})
