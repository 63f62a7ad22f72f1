import * as z from 'zod'

export const SANCTION_KINDS = ['warning', 'approval', 'rate_limit', 'suspension'] as const

export const sanctionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(SANCTION_KINDS),
  message: z.string(),
  rule: z.string().nullable().meta({ description: 'As recorded in the log, for example “2. Be kind”' }),
  per_day: z
    .int()
    .nullable()
    .meta({ description: 'For a rate limit: the number of texts allowed in 24 hours' }),
  ends_at: z.iso.datetime().nullable().meta({ description: 'null: a warning, or permanent' }),
  action_id: z.uuid().meta({ description: 'The entry in the moderation log, which an appeal refers to' }),
})
