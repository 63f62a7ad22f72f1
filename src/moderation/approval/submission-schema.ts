import * as z from 'zod'
import { HOLD_REASONS } from './policy.ts'

/** Hidden field in the input of the operations that create content. */
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
