import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { oneLine } from '../../platform/text.ts'
import { authorSchema } from '../authors/contract.ts'
import { NOTE_LIMIT, REASON_LIMIT } from '../moderation/policy.ts'
import { ACTION_NAMES, LOG_PAGE, TARGET_KINDS } from './policy.ts'

const actionSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  action: z.enum(ACTION_NAMES),
  acted_by: authorSchema
    .nullable()
    .meta({ description: 'Null: who did it has left, or the forum itself did it.' }),
  acted_as: z.enum(['moderator', 'admin', 'system']),
  member: authorSchema
    .nullable()
    .meta({ description: 'Whom it is about: named for suspensions alone, and for a year.' }),
  kind: z.enum(TARGET_KINDS),
  target_id: z.uuid().nullable().meta({ description: 'Not of members who are not named.' }),
  post_id: z.uuid().nullable(),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  is_redacted: z.boolean().meta({ description: 'The reason was taken out of the log.' }),
  reverts: z.uuid().nullable().meta({ description: 'The action that it takes back.' }),
  reverted_by: z.uuid().nullable(),
  part_of: z.uuid().nullable(),
  parts: z.int().meta({ description: 'How many actions are parts of this one.' }),
  ends_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})

const detailsSchema = z.object({
  id: z.uuid(),
  member: authorSchema.nullable(),
  note: z.string().nullable(),
  case_id: z.uuid().nullable(),
  details: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'What was there before, by the kind of action.' }),
})

const logFilters = {
  action: z
    .union([z.enum(ACTION_NAMES), z.uuid()])
    .optional()
    .meta({ description: 'A kind of action, or the id of one.' }),
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .meta({ description: 'YYYY-MM, UTC' }),
  moderator: z.string().max(30).overwrite(oneLine).optional().meta({ description: 'Username' }),
  part_of: z.uuid().optional().meta({
    description:
      'The parts of this action, which the list leaves out unless it is of one kind of action, and those of a purge always.',
  }),
  cursor: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
}

/** Few do this, seldom: what is taken out of the log does not come back. */
const REDACTION_RATE_LIMIT: RateLimit = {
  name: 'redactions',
  account: { times: 30, seconds: 600 },
  address: { times: 60, seconds: 600 },
}

const id = z.object({ id: z.uuid() })
const NOT_FOUND = { NOT_FOUND: { message: 'There is no such action.' } }

export const moderationActions = oc.tag('Moderation').router({
  list: oc
    .route({ method: 'GET', path: '/moderation/actions', summary: 'What moderators did, the latest first' })
    .input(z.object({ ...logFilters, limit: z.coerce.number().int().min(1).max(LOG_PAGE).default(LOG_PAGE) }))
    .output(
      z.object({
        items: z.array(actionSchema),
        next: z.string().nullable(),
        newest: z.object({ number: z.int(), digest: z.string() }).nullable().meta({
          description:
            'The newest entry of the whole log and its SHA-256, which covers every entry before. Note it to detect later changes.',
        }),
      }),
    ),
  read: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/actions/{id}',
      summary: 'What moderators alone know of an action',
    })
    .input(id)
    .errors(NOT_FOUND)
    .output(detailsSchema),
  redact: rateLimited(REDACTION_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/moderation/actions/{id}/redaction',
      successStatus: 201,
      summary: 'Take the reason of an action out of the log, which says so',
    })
    .input(
      id.extend({
        reason: z.string().overwrite(oneLine).max(REASON_LIMIT).default('').meta({ description: 'Public' }),
        note: z.string().trim().max(NOTE_LIMIT).default('').meta({ description: 'For moderators' }),
      }),
    )
    .errors({ ...NOT_FOUND, CONFLICT: { message: 'There is no reason in this entry any more.' } })
    .output(id.meta({ description: 'Of the action that the redaction is.' })),
})

export type LogEntry = z.infer<typeof actionSchema>
export type LogDetails = z.infer<typeof detailsSchema>
