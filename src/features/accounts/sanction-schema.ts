import * as z from 'zod'

export const SANCTION_KINDS = ['warning', 'approval', 'rate_limit', 'suspension'] as const

export const sanctionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(SANCTION_KINDS),
  message: z.string(),
  rule: z.string().nullable().meta({ description: 'As the log keeps it: “2. Be kind”' }),
  per_day: z.int().nullable().meta({ description: 'Of a rate limit: what may be written in any 24 hours' }),
  ends_at: z.iso.datetime().nullable().meta({ description: 'null: a warning, or for good' }),
  action_id: z.uuid().meta({ description: 'In the log of moderation, and what an appeal is about' }),
})
