import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { BROKEN_CURSOR } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { authorSchema } from '../authors/contract.ts'
import { DECISION_ACTIONS, NOTE_LIMIT, REASON_LIMIT } from '../moderation/policy.ts'
import { OUTCOMES, REPORT_REASONS, REPORTED_KINDS } from '../reports/policy.ts'
import { caseCursor } from './cursor.ts'
import { WAITING_CAP } from './policy.ts'

/** Who goes through a long queue decides on one in five seconds. */
const QUEUE_RATE_LIMIT: RateLimit = {
  name: 'moderation queue',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}
const CLAIM_RATE_LIMIT: RateLimit = { ...QUEUE_RATE_LIMIT, name: 'moderation claims' }

const claim = z.object({ by: authorSchema, until: z.iso.datetime() })
const claimed = z.object({ claim: claim.nullable() })
const input = z.object({ id: z.uuid() })
const at = z.iso.datetime()

const closing = z.object({
  outcome: z.enum(OUTCOMES),
  closed_at: at,
  closed_by: authorSchema.nullable(),
})

const caseSchema = z.object({
  id: z.uuid(),
  kind: z.enum(REPORTED_KINDS),
  target_id: z.uuid(),
  member: authorSchema.nullable().meta({ description: 'Whose thing it is; null when they have left' }),
  author_name: z.string().nullable().meta({ description: 'As it was when it was reported' }),
  title: z.string().nullable(),
  excerpt: z.string(),
  reasons: z.array(z.enum(REPORT_REASONS)),
  report_count: z.int(),
  weight: z.number(),
  created_at: at,
  claim: claim.nullable(),
  closed: closing.nullable(),
  obstacle: z.string().nullable().meta({ description: 'Why I do not decide it; null: I may' }),
})

const words = z.object({
  title: z.string().nullable(),
  content: z.string(),
  author_name: z.string().nullable(),
  author_username: z.string().nullable(),
  at,
})

const snapshot = words.extend({
  links: z.array(z.string()).meta({ description: 'Addresses that its words lead to' }),
  website: z.string().nullable(),
  location: z.string().nullable(),
  picture: z.string().nullable(),
  context: z.array(words.extend({ id: z.uuid() })).meta({ description: 'Up to five messages before it' }),
})

const counts = z.record(z.string(), z.int())

const caseDetail = caseSchema.extend({
  snapshot: snapshot.nullable().meta({ description: 'null: it was erased, 90 days after closing' }),
  now: z.object({
    state: z.enum(['unchanged', 'changed', 'gone']),
    title: z.string().nullable(),
    content: z.string().nullable().meta({ description: 'Where it was changed; never of a message' }),
    path: z.string().nullable(),
  }),
  reports: z.array(
    z.object({
      id: z.uuid(),
      reporter: authorSchema.nullable(),
      reason: z.enum(REPORT_REASONS),
      words: z.string(),
      weight: z.number(),
      created_at: at,
    }),
  ),
  history: z.object({
    thing: counts.meta({ description: 'Actions on it, by kind' }),
    member: counts.meta({ description: 'Actions on its member, by kind' }),
    cases: counts.meta({ description: 'Other cases about its member, by outcome' }),
  }),
  actions: z.array(z.enum(DECISION_ACTIONS)).meta({ description: 'What a decision may do besides' }),
  note: z.string().nullable(),
})

const errors = {
  NOT_FOUND: { message: 'There is no such case.' },
  FORBIDDEN: { message: 'Somebody else decides this case.' },
  CONFLICT: {
    message: 'This case is closed.',
    data: z.object({
      closed: closing.extend({ actions: z.array(z.string()) }).nullable(),
      claim: claim.nullable(),
    }),
  },
}

/** What waits for moderators and admins. */
export const moderationCases = {
  list: oc
    .route({
      method: 'GET',
      path: '/moderation/cases',
      summary: 'What members have reported: open cases, the heaviest first, or closed ones, the latest first',
      tags: ['Moderation'],
    })
    .input(
      z.object({
        state: z.enum(['open', 'closed']).default('open'),
        kind: z.enum(REPORTED_KINDS).optional(),
        cursor: caseCursor,
      }),
    )
    .errors({ BAD_REQUEST: { message: BROKEN_CURSOR } })
    .output(z.object({ items: z.array(caseSchema), next: z.string().nullable() })),
  waiting: oc
    .route({
      method: 'GET',
      path: '/moderation/waiting',
      summary: 'How many cases are open',
      tags: ['Moderation'],
    })
    .output(
      z.object({
        open: z.int().meta({ description: `${WAITING_CAP} means "so many or more"` }),
        kinds: z.record(z.enum(REPORTED_KINDS), z.int()),
      }),
    ),
  read: oc
    .route({
      method: 'GET',
      path: '/moderation/cases/{id}',
      summary: 'A case with its reports',
      tags: ['Moderation'],
    })
    .input(input)
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .output(caseDetail),
  claim: rateLimited(CLAIM_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/moderation/cases/{id}/claim',
      summary: 'Look at a case, so that no other moderator does; for 15 minutes',
      tags: ['Moderation'],
    })
    .input(input)
    .errors(errors)
    .output(claimed),
  release: rateLimited(CLAIM_RATE_LIMIT)
    .route({
      method: 'DELETE',
      path: '/moderation/cases/{id}/claim',
      summary: 'Leave a case to others',
      tags: ['Moderation'],
    })
    .input(input)
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .output(claimed),
  decide: rateLimited(QUEUE_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/moderation/cases/{id}/decision',
      successStatus: 201,
      summary: 'Decide a case: what follows from it and its closing are one step',
      description: '`moot` is for what is gone. With actions a rule or a reason is told to the public.',
      tags: ['Moderation'],
    })
    .input(
      input.extend({
        outcome: z.enum(OUTCOMES),
        actions: z
          .array(z.object({ action: z.enum(DECISION_ACTIONS) }))
          .max(DECISION_ACTIONS.length)
          .default([]),
        rule: z
          .int()
          .min(1)
          .max(50)
          .optional()
          .meta({ description: 'The number of the rule that it breaks' }),
        reason: z.string().overwrite(manyLines).max(REASON_LIMIT).optional(),
        note: z.string().overwrite(manyLines).max(NOTE_LIMIT).optional(),
      }),
    )
    .errors({ ...errors, BAD_REQUEST: { data: z.object({ field: z.string() }).optional() } })
    .output(z.object({ id: z.uuid(), closed: closing })),
}

export type ModerationCase = z.infer<typeof caseSchema>
export type CaseDetail = z.infer<typeof caseDetail>
