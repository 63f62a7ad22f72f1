import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { oneLine } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { logGrounds } from '../inputs.ts'
import { ACTION_NAMES, LOG_PAGE, TARGET_KINDS } from './policy.ts'

const actionSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  action: z.enum(ACTION_NAMES),
  acted_by: authorSchema
    .nullable()
    .meta({ description: 'null: the account was deleted, or the action was automatic.' }),
  acted_as: z.enum(['moderator', 'admin', 'system']),
  member: authorSchema
    .nullable()
    .meta({ description: 'The member it is about. Only named for suspensions, and for one year.' }),
  kind: z.enum(TARGET_KINDS),
  target_id: z.uuid().nullable().meta({ description: 'null for members who are not named.' }),
  post_id: z.uuid().nullable(),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  is_redacted: z.boolean().meta({ description: 'true: the reason was redacted.' }),
  reverts: z.uuid().nullable().meta({ description: 'The action that this one reverses.' }),
  reverted_by: z.uuid().nullable(),
  part_of: z.uuid().nullable(),
  parts: z.int().meta({ description: 'Number of actions that are part of this one.' }),
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
    .meta({ description: 'The previous values; the fields depend on the action.' }),
})

const logFilters = {
  action: z
    .union([z.enum(ACTION_NAMES), z.uuid()])
    .optional()
    .meta({ description: 'A kind of action, or the ID of an action.' }),
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .meta({ description: 'YYYY-MM, in UTC' }),
  moderator: z.string().max(30).overwrite(oneLine).optional().meta({ description: 'Username' }),
  part_of: z.uuid().optional().meta({
    description:
      'List the parts of this action. Otherwise parts are omitted unless filtered by action; parts of a purge always are.',
  }),
  cursor: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
}

/** A low limit, because only admins redact, they do so rarely, and a redaction is permanent. */
const REDACTION_RATE_LIMIT: RateLimit = {
  name: 'redactions',
  account: { times: 30, seconds: 600 },
  address: { times: 60, seconds: 600 },
}

const id = z.object({ id: z.uuid() })
const NOT_FOUND = { NOT_FOUND: { message: 'Action not found.' } }

export const moderationActionsContract = oc.tag('Moderation').router({
  list: oc
    .route({ method: 'GET', path: '/moderation/actions', summary: 'List moderator actions, newest first' })
    .input(z.object({ ...logFilters, limit: z.coerce.number().int().min(1).max(LOG_PAGE).default(LOG_PAGE) }))
    .output(
      z.object({
        items: z.array(actionSchema),
        next: z.string().nullable(),
        newest: z.object({ number: z.int(), digest: z.string() }).nullable().meta({
          description:
            'The newest entry of the log and its SHA-256 digest, which covers all earlier entries. Save it to detect later changes.',
        }),
      }),
    ),
  read: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/actions/{id}',
      summary: 'Get the details of an action that only moderators can see',
    })
    .input(id)
    .errors(NOT_FOUND)
    .output(detailsSchema),
  redact: rateLimited(REDACTION_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/moderation/actions/{id}/redaction',
      successStatus: 201,
      summary: 'Redact the reason of an action; the log shows that it was redacted',
    })
    .input(id.extend(logGrounds))
    .errors({ ...NOT_FOUND, CONFLICT: { message: 'This entry has no reason, or it was already redacted.' } })
    .output(id.meta({ description: 'ID of the redaction, which is an action of its own.' })),
})

export type LogEntry = z.infer<typeof actionSchema>
export type LogDetails = z.infer<typeof detailsSchema>
