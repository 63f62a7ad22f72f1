import * as z from 'zod'
import { usernameSchema } from '../../accounts/inputs.ts'
import { readableName } from '../../platform/readable-name.ts'
import { isBlank, manyLines, oneLine } from '../../platform/text.ts'
import { INVALID_URL, isWebsite, WEBSITE_MAX, withScheme } from '../../platform/website.ts'
import { BIO_MAX, FULL_NAME_MAX, hasInvisible, INVISIBLE, LOCATION_MAX } from './my-profile-policy.ts'

const emptied = (text: string | null) => (text === null || isBlank(text) ? null : text)
const line = (limit: number, what: string, typed = z.string()) =>
  typed
    .overwrite(oneLine)
    .max(limit, `${what} can have at most ${limit} characters.`)
    .nullable()
    .transform(emptied)

/** Checks a name before normalization, which could otherwise turn it into a different, valid name. */
const visible = z
  .string()
  .refine((text) => !hasInvisible(text), INVISIBLE)
  .superRefine(readableName('A name'))

export const profileInput = z.object({
  username: usernameSchema,
  full_name: line(FULL_NAME_MAX, 'A name', visible),
  bio: z
    .string()
    .overwrite(manyLines)
    .max(BIO_MAX, `A bio can have at most ${BIO_MAX} characters.`)
    .nullable()
    .transform(emptied),
  location: line(LOCATION_MAX, 'A location'),
  website_url: z
    .string()
    .overwrite((text) => withScheme(oneLine(text)))
    .max(WEBSITE_MAX, `A URL can have at most ${WEBSITE_MAX} characters.`)
    .refine((text) => text === '' || isWebsite(text), INVALID_URL)
    .nullable()
    .transform(emptied),
})

/** Columns of `profiles` that members fill in. tests/profile-fields.test.ts finds places that miss one. */
export const PROFILE_FIELDS = profileInput.keyof().options
