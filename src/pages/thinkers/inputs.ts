import * as z from 'zod'
import {
  multiLineSchema,
  optionalLinkSchema,
  singleLineSchema,
  yearSchema,
} from '../../accounts/manage-forms/fields.ts'
import { BIOGRAPHY_MAX, FIELD_MAX, THINKER_NAME_MAX, WORK_MAX, WORKS_MAX } from './policy.ts'

/** Checks each field separately. An update may omit fields, so the database checks the combination. */
export const thinkerFields = z.object({
  name: singleLineSchema(THINKER_NAME_MAX, 'A name'),
  field_of_expertise: singleLineSchema(FIELD_MAX, 'A field of expertise'),
  bio: multiLineSchema(BIOGRAPHY_MAX, 'A biography'),
  born: yearSchema.nullable(),
  died: yearSchema.nullable(),
  website_url: optionalLinkSchema,
  key_works: z
    .array(singleLineSchema(WORK_MAX, 'A work'))
    .max(WORKS_MAX, `Enter at most ${WORKS_MAX} works.`),
})

/** Checks the whole form, including whether the death is after the birth. */
export const thinkerInput = thinkerFields.refine(({ born, died }) => !born || !died || died > born, {
  path: ['died'],
  message: 'The year of death can’t be before the year of birth.',
})
