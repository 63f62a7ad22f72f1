import type * as z from 'zod'
import { isBlank } from './text.ts'

/** Maximum combining marks per letter. Vietnamese needs 2, Hebrew and Burmese 4. 20 take seconds to draw. */
const MARKS_MAX = 4

/** Error message for the database constraint `readable_name`. */
export const UNREADABLE_NAME = `A title or name needs at least one letter, digit or emoji, and can have at most ${MARKS_MAX} marks on one character.`

/** Returns why a title or name is refused, or undefined. `what` begins the message, such as "A title". */
export function nameProblem(name: string, what: string): string | undefined {
  if (isBlank(name)) return undefined
  if (STACKED.test(name.normalize('NFD')))
    return `${what} can have at most ${MARKS_MAX} accents or other marks on one character.`
  return MEANINGFUL.test(name) ? undefined : `${what} needs at least one letter, digit or emoji.`
}

/** Returns a check for Zod's `superRefine` that refuses unreadable titles and names. */
export function readableName(what: string) {
  return (name: string | null, context: z.core.$RefinementCtx) => {
    const message = name === null ? undefined : nameProblem(name, what)
    if (message) context.addIssue({ code: 'custom', message })
  }
}

/** Matches too many combining marks on a letter. Spacing marks (Mc) stand beside it, so they don't count. */
const STACKED = new RegExp(String.raw`(?:[\p{Mn}\p{Me}]\p{Mc}*){${MARKS_MAX + 1}}`, 'u')
/** Matches a visible character. Excludes Hangul fillers, which are letters but invisible. */
const MEANINGFUL =
  /(?![\u115f\u1160\u3164\uffa0])[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u
