import * as z from 'zod'
import { singleLineSchema } from '../../accounts/manage-forms/fields.ts'
import { isBlank, manyLines } from '../../platform/text.ts'
import { REASON_LIMIT } from '../policy.ts'

/** Limits of saved replies, the same as in db/schema/moderation.sql. A reply fits into a reason. */
export const REPLY_TITLE_MAX = 100
export const REPLY_TEXT_MAX = REASON_LIMIT
export const REPLIES_MAX = 50

export const replyInput = z.object({
  title: singleLineSchema(REPLY_TITLE_MAX, 'A title'),
  text: z
    .string()
    .overwrite(manyLines)
    .max(REPLY_TEXT_MAX, `A text can have at most ${REPLY_TEXT_MAX} characters.`)
    .refine((text) => !isBlank(text), 'Enter a text.'),
})
