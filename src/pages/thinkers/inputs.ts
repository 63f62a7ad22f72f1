import * as z from 'zod'
import { line, lines, optionalLink, year } from '../../accounts/manage-forms/fields.ts'
import { BIOGRAPHY_MAX, FIELD_MAX, THINKER_NAME_MAX, WORK_MAX, WORKS_MAX } from './policy.ts'

/** Checks each field separately. An update may have only some; the database checks them against the others. */
export const thinkerFields = z.object({
  name: line(THINKER_NAME_MAX, 'A name'),
  field_of_expertise: line(FIELD_MAX, 'A field of expertise'),
  bio: lines(BIOGRAPHY_MAX, 'A biography'),
  born: year.nullable(),
  died: year.nullable(),
  website_url: optionalLink,
  key_works: z.array(line(WORK_MAX, 'A work')).max(WORKS_MAX, `Enter at most ${WORKS_MAX} works.`),
})

/** The whole form. */
export const thinkerInput = thinkerFields.refine(({ born, died }) => !born || !died || died > born, {
  path: ['died'],
  message: 'The year of death can’t be before the year of birth.',
})
