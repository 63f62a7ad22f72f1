import { oc } from '@orpc/contract'
import * as z from 'zod'
import { SANCTION_KINDS, sanctionSchema } from '../../accounts/sanction-schema.ts'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { noteInput, reasonInput } from '../inputs.ts'
import { messageInput, perDayInput } from './inputs.ts'
import { ENDS_MISSING, ENDS_PAST, PER_DAY_ELSEWHERE, PER_DAY_MISSING, WARNING_ENDS } from './policy.ts'

/** Allows 30 sanctions in ten minutes, more than a moderator can review in that time. */
const SANCTION_RATE_LIMIT: RateLimit = {
  name: 'sanctions',
  account: { times: 30, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
/** Allows more acknowledgements than a member needs, because each warning takes only one. */
const ACKNOWLEDGEMENT_RATE_LIMIT: RateLimit = {
  name: 'acknowledgements',
  account: { times: 30, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const reason = reasonInput.meta({ description: 'Shown in the public log' })

const addition = z
  .object({
    username: z.string(),
    kind: z.enum(SANCTION_KINDS),
    message: messageInput,
    per_day: perDayInput.optional(),
    ends: z.iso
      .datetime()
      .nullable()
      .optional()
      .meta({ description: 'null: permanent. Required, except for warnings.' }),
    rule: z.int().min(1).max(50).optional().meta({ description: 'Number of the rule that was broken' }),
    reason: reason.meta({ description: 'Shown in the public log. Required without a rule.' }),
    note: noteInput,
  })
  .superRefine(({ kind, ends, per_day }, { addIssue }) => {
    const complain = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    if (kind === 'warning' ? ends : ends === undefined)
      complain('ends', kind === 'warning' ? WARNING_ENDS : ENDS_MISSING)
    if (ends && Date.parse(ends) <= Date.now()) complain('ends', ENDS_PAST)
    if ((kind === 'rate_limit') !== (per_day !== undefined))
      complain('per_day', kind === 'rate_limit' ? PER_DAY_MISSING : PER_DAY_ELSEWHERE)
  })

const ownSanctionSchema = sanctionSchema.extend({
  reason: z.string().nullable(),
  starts_at: z.iso.datetime(),
})

const memberSanctionSchema = ownSanctionSchema.extend({
  state: z
    .enum(['in_force', 'ended', 'lifted', 'replaced', 'acknowledged'])
    .meta({ description: 'replaced: by a later one of the same kind' }),
  note: z.string().nullable(),
  by: authorSchema.nullable().meta({ description: 'null: automatic, or the account was deleted' }),
  ended_at: z.iso.datetime().nullable().meta({ description: 'When it was lifted, replaced or acknowledged' }),
})

const errors = {
  FORBIDDEN: { message: 'You can’t moderate yourself or someone with an equal or higher role.' },
  BAD_REQUEST: { data: z.object({ field: z.string() }).optional() },
}
const MEMBER_GONE = { NOT_FOUND: { message: 'Member not found.' } }

const tags = ['Moderation']

/** Sanctions that moderators and admins impose on members. */
export const sanctionsContract = {
  create: rateLimited(SANCTION_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'POST',
      path: '/members/{username}/sanctions',
      successStatus: 201,
      summary: 'Warn a member, require approval, limit how much they write, or suspend them',
      description:
        'A later approval, rate limit or suspension replaces the active one of the same kind, even if it is shorter. ' +
        'Warnings don’t replace each other; each has to be acknowledged.',
      tags,
    })
    .input(addition)
    .errors({ ...errors, ...MEMBER_GONE })
    .output(z.object({ id: z.uuid(), action_id: z.uuid() })),
  lift: rateLimited(SANCTION_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({ method: 'DELETE', path: '/sanctions/{id}', summary: 'Lift a sanction', tags })
    .input(z.object({ id: z.uuid(), reason, note: noteInput }))
    .errors({
      ...errors,
      NOT_FOUND: { message: 'Sanction not found.' },
      CONFLICT: { message: 'This sanction is no longer active.' },
    })
    .output(z.object({ action_id: z.uuid() })),
  list: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/members/{username}/sanctions',
      summary: 'List the latest sanctions of a member, active ones first',
      tags,
    })
    .input(z.object({ username: z.string() }))
    .errors(MEMBER_GONE)
    .output(
      z.object({
        items: z.array(memberSanctionSchema),
        may_sanction: z
          .boolean()
          .meta({ description: 'false for oneself and for members with an equal or higher role' }),
      }),
    ),
  mine: oc
    .route({
      method: 'GET',
      path: '/me/sanctions',
      summary: 'List active sanctions against me',
      tags: ['Me'],
    })
    .output(z.object({ items: z.array(ownSanctionSchema) })),
  acknowledge: rateLimited(ACKNOWLEDGEMENT_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'PUT',
      path: '/me/warnings/{id}/acknowledgement',
      summary: 'Acknowledge a warning; until then I can’t write',
      tags: ['Me'],
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'Warning not found.' } })
    .output(z.object({ id: z.uuid(), acknowledged_at: z.iso.datetime() })),
}

export type MemberSanction = z.infer<typeof memberSanctionSchema>
