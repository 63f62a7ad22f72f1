import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { RateLimit } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { oneLine } from '../../platform/text.ts'
import { noteInput, reasonInput } from '../inputs.ts'
import { REASON_MISSING } from '../policy.ts'
import { daysInput, messageInput } from '../sanctions/inputs.ts'
import {
  NOT_PURGED,
  PURGE_FORBIDDEN,
  PURGE_RUNNING,
  PURGE_STATES,
  PURGED_KINDS,
  type PurgedKind,
} from './policy.ts'

/** Allows 30 purges in ten minutes, more than a moderator can review in that time. */
const PURGE_RATE_LIMIT: RateLimit = {
  name: 'purges',
  account: { times: 30, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const reason = reasonInput.meta({
  description: 'Shown in the public log. Required for a purge without a rule.',
})
const member = z.object({ username: z.string().max(30).overwrite(oneLine) })

const count = z.int().min(0)
const counts = z.object(
  Object.fromEntries(Object.keys(PURGED_KINDS).map((kind) => [kind, count])) as Record<
    PurgedKind,
    typeof count
  >,
)

const purgeSchema = z.object({
  id: z.uuid().meta({ description: 'ID of its entry in the moderation log' }),
  state: z.enum(PURGE_STATES),
  counts: counts.meta({ description: 'Amount of content when it began' }),
  total: count,
  done: count.meta({ description: 'Progress of the purge, or of undoing it' }),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  erase_at: z.iso.datetime().meta({ description: 'It can be undone until then' }),
})

const errors = {
  NOT_FOUND: { message: 'Member not found.' },
  FORBIDDEN: { message: PURGE_FORBIDDEN },
}
const path = '/members/{username}/purge'

/** A purge removes all content and activity of a member, and can be undone. For moderators and admins. */
export const purgesContract = oc.tag('Moderation').router({
  create: requiresProof(PURGE_RATE_LIMIT)
    .route({
      method: 'POST',
      path,
      summary: 'Remove all content and actions of a member, or count them',
      description:
        'Runs in the background; `GET` returns the progress. With `dry_run`, nothing is removed, and no rule or reason is required.',
    })
    .input(
      member.extend({
        dry_run: z.boolean().default(false),
        rule: z.int().min(1).max(50).optional().meta({ description: 'Number of the rule that was broken' }),
        reason,
        note: noteInput,
        suspension: z
          .object({ message: messageInput, days: daysInput })
          .optional()
          .meta({ description: 'Also suspends the member. Undoing the purge doesn’t lift the suspension.' }),
      }),
    )
    .errors({
      ...errors,
      BAD_REQUEST: { message: REASON_MISSING, data: z.object({ field: z.string() }).optional() },
      CONFLICT: { message: PURGE_RUNNING },
    })
    .output(z.object({ counts, total: count, purge: purgeSchema.nullable() })),
  read: oc
    .route({ method: 'GET', path, summary: 'Get the latest purge of a member and its progress' })
    .input(member)
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .output(z.object({ purge: purgeSchema.nullable() })),
  remove: requiresProof(PURGE_RATE_LIMIT)
    .route({
      method: 'DELETE',
      path,
      summary: 'Undo the latest purge of a member',
      description:
        'Restores only what the purge removed. Content removed earlier stays removed. Content restored, deleted or created ' +
        'since then is unchanged. Runs in the background.',
    })
    .input(
      member.extend({ reason: reason.meta({ description: 'Shown in the public log' }), note: noteInput }),
    )
    .errors({ ...errors, CONFLICT: { message: NOT_PURGED } })
    .output(z.object({ purge: purgeSchema })),
})

export type Purge = z.infer<typeof purgeSchema>
