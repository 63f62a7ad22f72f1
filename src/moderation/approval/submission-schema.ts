import * as z from 'zod'
import { HOLD_REASONS } from './policy.ts'

/** Hidden form field (honeypot) in the input of operations that create content. Only bots fill it in. */
export const submissionFacts = {
  website: z.string().max(2000).optional().meta({
    description: 'Leave empty: a hidden field that detects bots',
  }),
}

/** Tells the author that the text awaits approval. Part of the output of operations that create content. */
export const pendingSchema = z
  .object({ reasons: z.array(z.enum(HOLD_REASONS)) })
  .optional()
  .meta({ description: 'Only if it’s awaiting approval. Until then, only the author and moderators see it.' })
