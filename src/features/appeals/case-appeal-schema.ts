import * as z from 'zod'
import { authorSchema } from '../authors/contract.ts'
import { APPEAL_OUTCOMES } from './policy.ts'

const at = z.iso.datetime()

/** An appeal as the queue shows it to who decides it. */
export const caseAppealSchema = z.object({
  id: z.uuid(),
  words: z.string(),
  created_at: at,
  outcome: z.enum(APPEAL_OUTCOMES).nullable(),
  answer: z.string().nullable().meta({ description: 'To its member' }),
  action: z.object({
    id: z.uuid(),
    action: z.string(),
    kind: z.string(),
    rule: z.string().nullable(),
    reason: z.string().nullable(),
    acted_by: authorSchema.nullable(),
    acted_as: z.enum(['moderator', 'admin', 'system']),
    created_at: at,
    ends_at: at.nullable(),
  }),
})
