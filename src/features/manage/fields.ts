import * as z from 'zod'
import { readableName } from '../../platform/readable-name.ts'
import { isBlank, manyLines, oneLine } from '../../platform/text.ts'
import { INVALID_URL, isWebsite, WEBSITE_MAX, withScheme } from '../../platform/website.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { YEAR_MAX, YEAR_MIN } from './policy.ts'

// What the forms of /manage and the API ask for. `what` begins the sentence that says what is wrong: "A name".

/** One line that has to be there. */
export const line = (limit: number, what: string) =>
  needed(z.string().overwrite(oneLine), limit, what).superRefine(readableName(what))

/** A text of several lines that has to be there. */
export const lines = (limit: number, what: string) => needed(z.string().overwrite(manyLines), limit, what)

/** One line, or nothing. */
export const optionalLine = (limit: number, what: string) =>
  z.string().overwrite(oneLine).max(limit, tooLong(limit, what)).nullable().transform(emptied)

/** A text of several lines, or ''. */
export const optionalLines = (limit: number, what: string) =>
  z
    .string()
    .overwrite(manyLines)
    .max(limit, tooLong(limit, what))
    .overwrite((text) => emptied(text) ?? '')

const address = z
  .string()
  .overwrite((text) => withScheme(oneLine(text)))
  .max(WEBSITE_MAX, tooLong(WEBSITE_MAX, 'An address'))

/** A web address that has to be there. */
export const link = address.refine(isWebsite, INVALID_URL)

/** A web address, or nothing. */
export const optionalLink = address
  .refine((text) => text === '' || isWebsite(text), INVALID_URL)
  .nullable()
  .transform(emptied)

const A_YEAR = `A year is a whole number from ${YEAR_MIN} to ${YEAR_MAX}.`
export const year = z.int(A_YEAR).min(YEAR_MIN, A_YEAR).max(YEAR_MAX, A_YEAR)

/** Of a thing that is changed: which it is, and as what it was read. */
export const updateTarget = {
  id: z.uuid(),
  updated_at: z.iso.datetime().optional().meta({
    description: 'As it was read: CONFLICT instead of overwriting what was saved since.',
  }),
}

/** Which one. */
export const itemTarget = z.object({ id: z.uuid() })

function needed(text: z.ZodString, limit: number, what: string) {
  return text.refine((typed) => !isBlank(typed), `${what} is needed.`).max(limit, tooLong(limit, what))
}

function tooLong(limit: number, what: string): string {
  return `${what} has at most ${formatNumber(limit)} characters.`
}

/** An empty field of a form says nothing. */
function emptied(text: string | null): string | null {
  return text === null || isBlank(text) ? null : text
}
