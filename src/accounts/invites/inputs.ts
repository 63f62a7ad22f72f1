import * as z from 'zod'
import { optionalSingleLineSchema } from '../manage-forms/fields.ts'
import { INVITE_DAYS_MAX, NOTE_MAX, USES_MAX } from './policy.ts'

const A_COUNT = `A link can have 1 to ${USES_MAX} uses.`
const DAYS = `A link can work for 1 to ${INVITE_DAYS_MAX} days.`
const DAY_MS = 24 * 60 * 60 * 1000

export const inviteInput = z.object({
  uses: z.int(A_COUNT).min(1, A_COUNT).max(USES_MAX, A_COUNT),
  ends_at: z.iso.datetime().refine(isWithinReach, DAYS),
  note: optionalSingleLineSchema(NOTE_MAX, 'A note').optional(),
})

function isWithinReach(time: string): boolean {
  const left = Date.parse(time) - Date.now()
  return left > 0 && left <= INVITE_DAYS_MAX * DAY_MS
}
