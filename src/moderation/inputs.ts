import * as z from 'zod'
import { manyLines, oneLine } from '../platform/text.ts'
import { MODERATOR_NOTE_LIMIT, REASON_LIMIT } from './policy.ts'

export const reasonInput = z
  .string()
  .overwrite(manyLines)
  .max(REASON_LIMIT, `The reason can have at most ${REASON_LIMIT} characters.`)
  .default('')

export const noteInput = z
  .string()
  .overwrite(manyLines)
  .max(
    MODERATOR_NOTE_LIMIT,
    `A note to other moderators can have at most ${MODERATOR_NOTE_LIMIT} characters.`,
  )
  .default('')
  .meta({ description: 'Only visible to moderators and admins' })

/** Reason and note of an action that the public log shows and that needs no rule. */
export const logGrounds = {
  reason: z
    .string()
    .overwrite(oneLine)
    .max(REASON_LIMIT)
    .default('')
    .meta({ description: 'Shown in the public log' }),
  note: z
    .string()
    .trim()
    .max(MODERATOR_NOTE_LIMIT)
    .default('')
    .meta({ description: 'Only visible to moderators' }),
}
