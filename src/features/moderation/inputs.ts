import * as z from 'zod'
import { manyLines } from '../../platform/text.ts'
import { NOTE_LIMIT, REASON_LIMIT } from './policy.ts'

export const reasonInput = z
  .string()
  .overwrite(manyLines)
  .max(REASON_LIMIT, `A reason has at most ${REASON_LIMIT} characters.`)
  .default('')

export const noteInput = z
  .string()
  .overwrite(manyLines)
  .max(NOTE_LIMIT, `A note to other moderators has at most ${NOTE_LIMIT} characters.`)
  .default('')
  .meta({ description: 'For moderators and admins alone' })
