import type * as z from 'zod'
import { isBlank } from './text.ts'

/** Vietnamese needs two marks on a letter, Hebrew and Burmese four. Twenty make fonts and layout take seconds. */
const MARKS_MAX = 4

/** For the constraint `readable_name`. */
export const UNREADABLE_NAME = `A title or name needs at least one letter, digit or emoji, and can have at most ${MARKS_MAX} marks on one character.`

/** Why a title or name is refused, or undefined. `what` begins the sentence: "A title". */
export function nameProblem(name: string, what: string): string | undefined {
  if (isBlank(name)) return undefined
  if (STACKED.test(name.normalize('NFD')))
    return `${what} can have at most ${MARKS_MAX} accents or other marks on one character.`
  return MEANINGFUL.test(name) ? undefined : `${what} needs at least one letter, digit or emoji.`
}

/** For `superRefine`. */
export function readableName(what: string) {
  return (name: string | null, context: z.core.$RefinementCtx) => {
    const message = name === null ? undefined : nameProblem(name, what)
    if (message) context.addIssue({ code: 'custom', message })
  }
}

/** Spacing marks (Mc) stand beside a letter. */
const STACKED = new RegExp(String.raw`(?:[\p{Mn}\p{Me}]\p{Mc}*){${MARKS_MAX + 1}}`, 'u')
/** Except Hangul fillers, which are invisible. */
const MEANINGFUL =
  /(?![\u115f\u1160\u3164\uffa0])[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u
