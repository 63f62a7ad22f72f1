import * as z from 'zod'
import { daysInput, messageInput, perDayInput } from '../sanctions/inputs.ts'

/** What a decision does besides, with what it needs for that. */
export const decisionAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('remove') }),
  z.object({ action: z.literal('approve') }),
  z.object({ action: z.literal('reject') }),
  z.object({ action: z.literal('warn'), message: messageInput }),
  z.object({ action: z.literal('require_approval'), message: messageInput, days: daysInput }),
  z.object({ action: z.literal('rate_limit'), message: messageInput, per_day: perDayInput, days: daysInput }),
  z.object({ action: z.literal('suspend'), message: messageInput, days: daysInput }),
])
