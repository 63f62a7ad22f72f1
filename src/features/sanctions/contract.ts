import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { SANCTION_KINDS, sanctionSchema } from '../accounts/sanction-schema.ts'
import { authorSchema } from '../authors/contract.ts'
import { noteInput, reasonInput } from '../moderation/inputs.ts'
import { messageInput, perDayInput } from './inputs.ts'
import { ENDS_MISSING, ENDS_PAST, PER_DAY_ELSEWHERE, PER_DAY_MISSING, WARNING_ENDS } from './policy.ts'

/** Who looks at a member before sanctioning them needs longer than that for thirty. */
const SANCTION_RATE_LIMIT: RateLimit = {
  name: 'sanctions',
  account: { times: 30, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
/** Somebody presses once for each warning. */
const ACKNOWLEDGEMENT_RATE_LIMIT: RateLimit = {
  name: 'acknowledgements',
  account: { times: 30, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const reason = reasonInput.meta({ description: 'Public, in the log' })

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
      .meta({ description: 'null: for good. A warning has none; all others need it.' }),
    rule: z.int().min(1).max(50).optional().meta({ description: 'The number of the rule that was broken' }),
    reason: reason.meta({ description: 'Public, in the log. Not empty where no rule is named.' }),
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
    .meta({ description: 'replaced: a later one of its kind took its place' }),
  note: z.string().nullable(),
  by: authorSchema.nullable().meta({ description: 'null: the forum itself, or somebody who has left' }),
  ended_at: z.iso.datetime().nullable().meta({ description: 'When it was lifted, replaced or acknowledged' }),
})

const errors = {
  FORBIDDEN: { message: 'Nobody acts on themselves, or on somebody of an equal or higher role.' },
  BAD_REQUEST: { data: z.object({ field: z.string() }).optional() },
}
const MEMBER_GONE = { NOT_FOUND: { message: 'There is no such member.' } }

const tags = ['Moderation']

/** What moderators and admins set against members. */
export const sanctions = {
  create: rateLimited(SANCTION_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'POST',
      path: '/members/{username}/sanctions',
      successStatus: 201,
      summary: 'Warn a member, require approval, limit how much they write, or suspend them',
      description:
        'Of approval, rate limit and suspension a later one takes the place of one in force, also where it is shorter: ' +
        'the later decision counts. Warnings stand beside each other, each to be acknowledged.',
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
      NOT_FOUND: { message: 'There is no such sanction.' },
      CONFLICT: { message: 'This sanction is not in force any more.' },
    })
    .output(z.object({ action_id: z.uuid() })),
  list: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/members/{username}/sanctions',
      summary: 'The latest sanctions of a member, those in force first',
      tags,
    })
    .input(z.object({ username: z.string() }))
    .errors(MEMBER_GONE)
    .output(
      z.object({
        items: z.array(memberSanctionSchema),
        may_sanction: z.boolean().meta({ description: 'Not on oneself, nor on an equal or higher role' }),
      }),
    ),
  mine: oc
    .route({ method: 'GET', path: '/me/sanctions', summary: 'What is in force against me', tags: ['Me'] })
    .output(z.object({ items: z.array(ownSanctionSchema) })),
  acknowledge: rateLimited(ACKNOWLEDGEMENT_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'PUT',
      path: '/me/warnings/{id}/acknowledgement',
      summary: 'Say that I have read a warning; until then I cannot write',
      tags: ['Me'],
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'There is no such warning of yours.' } })
    .output(z.object({ id: z.uuid(), acknowledged_at: z.iso.datetime() })),
}

export type MemberSanction = z.infer<typeof memberSanctionSchema>
