import * as z from 'zod'
import { readableName } from '../../platform/readable-name.ts'
import { isBlank, manyLines, oneLine } from '../../platform/text.ts'
import { INVALID_URL, isWebsite, WEBSITE_MAX, withScheme } from '../../platform/website.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { YEAR_MAX, YEAR_MIN } from './policy.ts'

// Schemas of fields in /manage and in the API. `what` is the subject of the error message, such as "A name".

/** A required line of text. */
export const singleLineSchema = (limit: number, what: string) =>
  needed(z.string().overwrite(oneLine), limit, what).superRefine(readableName(what))

/** A required text of several lines. */
export const multiLineSchema = (limit: number, what: string) =>
  needed(z.string().overwrite(manyLines), limit, what)

/** A line of text, or null if empty. */
export const optionalSingleLineSchema = (limit: number, what: string) =>
  z.string().overwrite(oneLine).max(limit, tooLong(limit, what)).nullable().transform(emptied)

/** A text of several lines, or '' if empty. */
export const optionalMultiLineSchema = (limit: number, what: string) =>
  z
    .string()
    .overwrite(manyLines)
    .max(limit, tooLong(limit, what))
    .overwrite((text) => emptied(text) ?? '')

const address = z
  .string()
  .overwrite((text) => withScheme(oneLine(text)))
  .max(WEBSITE_MAX, tooLong(WEBSITE_MAX, 'A URL'))

/** A required URL. */
export const linkSchema = address.refine(isWebsite, INVALID_URL)

/** A URL, or null if empty. */
export const optionalLinkSchema = address
  .refine((text) => text === '' || isWebsite(text), INVALID_URL)
  .nullable()
  .transform(emptied)

const A_YEAR = `Enter a year from ${YEAR_MIN} to ${YEAR_MAX}.`
export const yearSchema = z.int(A_YEAR).min(YEAR_MIN, A_YEAR).max(YEAR_MAX, A_YEAR)

/** Returns the number, null for empty text, or NaN for invalid text, which the schema then refuses. */
export function parseNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text)
}

export const updateTarget = {
  id: z.uuid(),
  updated_at: z.iso.datetime().optional().meta({
    description: 'The value you read. Returns CONFLICT if the item was saved since.',
  }),
}

export const itemTarget = z.object({ id: z.uuid() })

function needed(text: z.ZodString, limit: number, what: string) {
  return text.refine((typed) => !isBlank(typed), `${what} is required.`).max(limit, tooLong(limit, what))
}

function tooLong(limit: number, what: string): string {
  return `${what} can have at most ${formatNumber(limit)} characters.`
}

function emptied(text: string | null): string | null {
  return text === null || isBlank(text) ? null : text
}
