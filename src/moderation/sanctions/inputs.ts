import * as z from 'zod'
import { isBlank, manyLines } from '../../platform/text.ts'
import {
  DAYS_MISSING,
  MESSAGE_MISSING,
  MESSAGE_TOO_LONG,
  PER_DAY_MAX,
  PER_DAY_MISSING,
  SANCTION_DAYS_MAX,
  SANCTION_MESSAGE_LIMIT,
} from './policy.ts'

export const messageInput = z
  .string()
  .overwrite(manyLines)
  .max(SANCTION_MESSAGE_LIMIT, MESSAGE_TOO_LONG)
  .refine((text) => !isBlank(text), MESSAGE_MISSING)
  .meta({ description: 'Shown to the member' })
export const perDayInput = z
  .int(PER_DAY_MISSING)
  .min(1, PER_DAY_MISSING)
  .max(PER_DAY_MAX, PER_DAY_MISSING)
  .meta({ description: 'Posts, comments, notes and messages together, in any 24 hours' })

export const daysInput = z
  .int(DAYS_MISSING)
  .min(1, DAYS_MISSING)
  .max(SANCTION_DAYS_MAX, DAYS_MISSING)
  .nullable()
  .meta({ description: 'null: permanent' })
