import * as z from 'zod'
import { HOLD_REASONS } from './policy.ts'

/** Additional input of the create operations. */
export const submissionFacts = {
  website: z.string().max(2000).optional().meta({
    description: 'A field that nobody sees: only a program fills it in',
  }),
}

/** Part of the create operations' output. */
export const pendingSchema = z
  .object({ reasons: z.array(z.enum(HOLD_REASONS)) })
  .optional()
  .meta({ description: 'Only where it waits for a moderator: nobody else sees it until they approve it.' })
