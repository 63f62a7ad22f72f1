import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { isBlank, manyLines } from '../../platform/text.ts'
import { ORIGINS } from '../origin.ts'
import { MODERATOR_NOTE_LIMIT } from '../policy.ts'
import {
  ANSWER_LIMIT,
  ANSWER_TOO_LONG,
  APPEAL_LIMIT,
  APPEAL_MONTHS,
  APPEAL_OUTCOMES,
  APPEAL_TOO_LONG,
  APPEALABLE,
  OBSTACLES,
} from './policy.ts'

/** Limits programs that guess ids of actions. The daily limit for members is APPEALS_A_DAY. */
const APPEAL_RATE_LIMIT: RateLimit = {
  name: 'appeals',
  account: { times: 20, seconds: 600 },
  address: { times: 100, seconds: 600 },
}
/** Allows more decisions than a moderator can make after reading each appeal. */
const DECISION_RATE_LIMIT: RateLimit = {
  name: 'decisions on appeals',
  account: { times: 120, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const at = z.iso.datetime()
const id = z.object({ id: z.uuid() })
const NOT_FOUND = { NOT_FOUND: { message: 'Action not found.' } }
const tags = ['Moderation']

const appealSchema = z.object({
  id: z.uuid(),
  action_id: z.uuid(),
  words: z.string(),
  created_at: at,
  outcome: z
    .enum(APPEAL_OUTCOMES)
    .nullable()
    .meta({ description: 'null: undecided; moot: the action was reversed before a decision' }),
  answer: z.string().nullable(),
  decided_at: at.nullable(),
})

const actionSchema = z.object({
  id: z.uuid(),
  action: z.string().meta({ description: `Can be appealed: ${APPEALABLE.join(', ')}` }),
  kind: z.string(),
  target_id: z.uuid().nullable(),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  origin: z.enum(ORIGINS),
  is_automatic: z.boolean().meta({ description: 'true: the forum acted, without a moderator.' }),
  ends_at: at.nullable(),
  created_at: at,
})

export const appealsContract = {
  create: rateLimited(APPEAL_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'POST',
      path: '/moderation/actions/{id}/appeal',
      successStatus: 201,
      summary: 'Appeal a moderator action against me',
      description: `Once per action, within ${APPEAL_MONTHS} months. Actions against others return NOT_FOUND.`,
      tags,
    })
    .input(
      id.extend({
        words: z
          .string()
          .overwrite(manyLines)
          .max(APPEAL_LIMIT, APPEAL_TOO_LONG)
          .refine((words) => !isBlank(words), 'Please explain why.'),
      }),
    )
    .errors({
      ...NOT_FOUND,
      CONFLICT: {
        message: 'There’s nothing to appeal here.',
        data: z.object({ obstacle: z.enum(OBSTACLES) }),
      },
    })
    .output(appealSchema),
  read: oc
    .route({
      method: 'GET',
      path: '/moderation/actions/{id}/appeal',
      summary: 'Get a moderator action against me and my appeal',
      tags,
    })
    .input(id)
    .errors(NOT_FOUND)
    .output(
      z.object({
        action: actionSchema,
        appeal: appealSchema.nullable(),
        obstacle: z.enum(OBSTACLES).nullable().meta({ description: 'null: none, I can appeal' }),
      }),
    ),
  mine: oc
    .route({ method: 'GET', path: '/me/appeals', summary: 'List my appeals, newest first', tags: ['Me'] })
    .input(z.object({ cursor: cursorIn('newest') }))
    .errors(CURSOR_ERRORS)
    .output(
      z.object({
        items: z.array(appealSchema.extend({ action: actionSchema })),
        next: z.string().nullable(),
      }),
    ),
  decide: rateLimited(DECISION_RATE_LIMIT)
    .route({
      method: 'PUT',
      path: '/appeals/{id}',
      summary: 'Grant or reject an appeal; granting reverses the action',
      description: 'The moderator who took the action can’t decide, unless there is nobody else.',
      tags,
    })
    .input(
      id.extend({
        outcome: z.enum(['granted', 'rejected']),
        answer: z
          .string()
          .overwrite(manyLines)
          .max(ANSWER_LIMIT, ANSWER_TOO_LONG)
          .default('')
          .meta({ description: 'Shown to the member' }),
        note: z
          .string()
          .overwrite(manyLines)
          .max(MODERATOR_NOTE_LIMIT)
          .default('')
          .meta({ description: 'For moderators and admins' }),
      }),
    )
    .errors({
      NOT_FOUND: { message: 'Appeal not found.' },
      FORBIDDEN: { message: 'Someone else must decide this appeal.' },
      CONFLICT: {
        message: 'This appeal was already decided.',
        data: z.object({ outcome: z.enum(APPEAL_OUTCOMES), decided_at: at }),
      },
    })
    .output(
      appealSchema.extend({
        reversal: z
          .enum(['restored', 'lifted', 'none'])
          .meta({ description: 'none: there was nothing left to reverse' }),
      }),
    ),
}

export type Appeal = z.infer<typeof appealSchema>
export type AppealedAction = z.infer<typeof actionSchema>
