import * as z from 'zod'
import { readableName } from '../../platform/readable-name.ts'
import { REGISTRATIONS } from '../../platform/site.ts'
import { oneLine } from '../../platform/text.ts'
import { isWebsite } from '../../platform/website.ts'
import { isEmail } from '../accounts/policy.ts'
import { optionalLine, optionalLines } from '../manage/fields.ts'
import { CONTACT_MAX, DESCRIPTION_MAX, INVITERS, NAME_MAX, NEW_MEMBERS, TEXT_MAX } from './policy.ts'

const INVALID_CONTACT = 'A contact is an e-mail address, or one that begins with https:// or http://.'

/** Null and '' stand for the default. */
export const settingsInput = z.object({
  name: optionalLine(NAME_MAX, 'A name').superRefine(readableName('A name')),
  description: optionalLine(DESCRIPTION_MAX, 'A description'),
  contact: z
    .string()
    .overwrite(oneLine)
    .max(CONTACT_MAX, `A contact has at most ${CONTACT_MAX} characters.`)
    .refine((text) => text === '' || isEmail(text) || isWebsite(text), INVALID_CONTACT)
    .nullable()
    .transform((text) => text || null),
  about: optionalLines(TEXT_MAX.about, 'A text'),
  guidelines: optionalLines(TEXT_MAX.guidelines, 'A text'),
  terms: optionalLines(TEXT_MAX.terms, 'A text'),
  privacy: optionalLines(TEXT_MAX.privacy, 'A text'),
  registration: z.enum(REGISTRATIONS),
  inviters: z.enum(INVITERS),
  new_members: z.enum(NEW_MEMBERS),
})
