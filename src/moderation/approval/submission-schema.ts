import * as z from 'zod'
import { HOLD_REASONS } from './policy.ts'

/** Additional input of the create operations. */
export const submissionFacts = {
  website: z.string().max(2000).optional().meta({
    description: 'Leave empty: a hidden field that detects bots',
  }),
}

/** Part of the create operations' output. */
export const pendingSchema = z
  .object({ reasons: z.array(z.enum(HOLD_REASONS)) })
  .optional()
  .meta({ description: 'Only if it’s awaiting approval. Until then, only the author and moderators see it.' })
