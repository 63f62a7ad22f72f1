import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { DECISION_ACTIONS, MODERATOR_NOTE_LIMIT, REASON_LIMIT } from '../../moderation/policy.ts'
import { REPORT_OUTCOMES } from '../../moderation/reports/policy.ts'
import { BROKEN_CURSOR } from '../../platform/keyset-schema.ts'
import { isBlank, manyLines } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import {
  caseCursorSchema,
  caseDetailSchema,
  caseResultSchema,
  caseSchema,
  claimSchema,
  closingSchema,
  decisionActionSchema,
} from './case-schemas.ts'
import { CASE_KINDS, CASE_NOT_FOUND, CASE_NOTE_LIMIT, CASES_MAX, QUEUE_RATE_LIMIT } from './policy.ts'
import { WAITING_CAP } from './waiting-cap.ts'

const CLAIM_RATE_LIMIT: RateLimit = { ...QUEUE_RATE_LIMIT, name: 'moderation claims' }

const claimed = z.object({ claim: claimSchema.nullable() })
const input = z.object({ id: z.uuid() })

const decision = {
  outcome: z.enum(REPORT_OUTCOMES),
  actions: z.array(decisionActionSchema).max(DECISION_ACTIONS.length).default([]),
  rule: z.int().min(1).max(50).optional().meta({ description: 'Number of the rule that was broken' }),
  reason: z
    .string()
    .overwrite(manyLines)
    .max(REASON_LIMIT, `The reason can have at most ${REASON_LIMIT} characters.`)
    .optional(),
  note: z.string().overwrite(manyLines).max(MODERATOR_NOTE_LIMIT).optional(),
}
const INVALID = { BAD_REQUEST: { data: z.object({ field: z.string() }).optional() } }

const errors = {
  NOT_FOUND: { message: CASE_NOT_FOUND },
  FORBIDDEN: { message: 'Someone else must decide this case.' },
  CONFLICT: {
    message: 'This case is already closed.',
    data: z.object({
      closed: closingSchema.extend({ actions: z.array(z.string()) }).nullable(),
      claim: claimSchema.nullable(),
    }),
  },
}

/** Moderation cases, for moderators and admins. They can't find cases about themselves. */
export const moderationCasesContract = oc.tag('Moderation').router({
  list: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/cases',
      summary:
        'List reports, appeals and content awaiting approval: open cases by weight, or closed ones, newest first',
    })
    .input(
      z.object({
        state: z.enum(['open', 'closed']).default('open'),
        kind: z.enum(CASE_KINDS).optional(),
        source: z.enum(['report', 'pending']).optional().meta({
          description: 'Kind of the content',
        }),
        assigned: z.enum(['mine', 'none']).optional().meta({ description: 'Claimed by me, or by nobody' }),
        cursor: caseCursorSchema,
      }),
    )
    .errors({ BAD_REQUEST: { message: BROKEN_CURSOR } })
    .output(z.object({ items: z.array(caseSchema), next: z.string().nullable() })),
  waiting: oc
    .meta(byToken.moderate)
    .route({ method: 'GET', path: '/moderation/waiting', summary: 'Get the number of open cases' })
    .output(
      z.object({
        open: z.int().meta({ description: `${WAITING_CAP} means ${WAITING_CAP} or more` }),
        kinds: z.record(z.enum(CASE_KINDS), z.int()),
      }),
    ),
  read: oc
    .meta(byToken.moderate)
    .route({ method: 'GET', path: '/moderation/cases/{id}', summary: 'Get a case with its reports' })
    .input(input)
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .output(caseDetailSchema),
  claim: rateLimited(CLAIM_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'PUT',
      path: '/moderation/cases/{id}/claim',
      summary: 'Claim a case for 15 minutes',
    })
    .input(input)
    .errors(errors)
    .output(claimed),
  release: rateLimited(CLAIM_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({ method: 'DELETE', path: '/moderation/cases/{id}/claim', summary: 'Release a claimed case' })
    .input(input)
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .output(claimed),
  decide: rateLimited(QUEUE_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'POST',
      path: '/moderation/cases/{id}/decision',
      successStatus: 201,
      summary: 'Decide a case; its actions and closing are one transaction',
      description:
        'Use `moot` for deleted content. Actions require a rule or reason, which is public. The log shows the first of suspend, ' +
        'rate_limit, require_approval, warn and remove; the others are parts of it. Content awaiting approval ' +
        'is either upheld with `approve`, which publishes it, or rejected with `reject`.',
    })
    .input(input.extend(decision))
    .errors({ ...errors, ...INVALID })
    .output(z.object({ id: z.uuid(), closed: closingSchema })),
  decideMany: rateLimited(QUEUE_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'POST',
      path: '/moderation/decisions',
      summary: 'Decide several cases in the same way',
      description: 'Each case has its own transaction and result, and counts towards the rate limit.',
    })
    .input(
      z.object({
        ids: z.array(z.uuid()).min(1).max(CASES_MAX, `Choose at most ${CASES_MAX} cases.`),
        ...decision,
      }),
    )
    .errors(INVALID)
    .output(z.object({ items: z.array(caseResultSchema) })),
  moderators: oc
    .meta(byToken.moderate)
    .route({ method: 'GET', path: '/moderation/moderators', summary: 'List moderators and admins' })
    .output(z.object({ items: z.array(authorSchema) })),
  assign: rateLimited(CLAIM_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'PUT',
      path: '/moderation/cases/{id}/assignee',
      summary: 'Assign a case: a claim that doesn’t expire',
    })
    .input(input.extend({ assignee: z.uuid().nullable().meta({ description: 'null: nobody' }) }))
    .errors({ ...errors, ...INVALID })
    .output(claimed),
  addNote: rateLimited(QUEUE_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'POST',
      path: '/moderation/cases/{id}/notes',
      successStatus: 201,
      summary: 'Add a note for moderators and admins to a case',
      description: 'Notes are deleted 90 days after the case is closed.',
    })
    .input(
      input.extend({
        text: z
          .string()
          .overwrite(manyLines)
          .max(CASE_NOTE_LIMIT, `A note can have at most ${CASE_NOTE_LIMIT} characters.`)
          .refine((text) => !isBlank(text), 'Enter a note.'),
      }),
    )
    .errors({ NOT_FOUND: errors.NOT_FOUND, CONFLICT: { message: 'This case has too many notes.' } })
    .output(caseDetailSchema.pick({ id: true, notes: true })),
})
