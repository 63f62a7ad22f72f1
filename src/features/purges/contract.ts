import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../api/core/proven.ts'
import type { RateLimit } from '../../api/core/rate-limited.ts'
import { oneLine } from '../../platform/text.ts'
import { noteInput, reasonInput } from '../moderation/inputs.ts'
import { daysInput, messageInput } from '../sanctions/inputs.ts'
import { REASON_MISSING } from '../sanctions/policy.ts'
import { NOT_PURGED, NOT_THEM, PURGE_STATES, PURGED_KINDS, type PurgedKind, UNDER_WAY } from './policy.ts'

/** Who looks at a member before purging them needs longer than that for thirty. */
const PURGE_RATE_LIMIT: RateLimit = {
  name: 'purges',
  account: { times: 30, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const reason = reasonInput.meta({
  description: 'Public, in the log. Of a purge not empty where no rule is named.',
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
  id: z.uuid().meta({ description: 'Of its entry in the log of moderation' }),
  state: z.enum(PURGE_STATES),
  counts: counts.meta({ description: 'What was there when it began' }),
  total: count,
  done: count.meta({ description: 'Of what is under way: the purge, or its undoing' }),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  erase_at: z.iso.datetime().meta({ description: 'Until then it can be undone' }),
})

const errors = {
  NOT_FOUND: { message: 'There is no such member.' },
  FORBIDDEN: { message: NOT_THEM },
}
const path = '/members/{username}/purge'

/** Everything that a member wrote and did, taken away at once and put back. For moderators and admins. */
export const purges = oc.tag('Moderation').router({
  create: proven(PURGE_RATE_LIMIT)
    .route({
      method: 'POST',
      path,
      summary: 'Take away everything that a member wrote and did, or count it',
      description:
        'It goes on after the answer: `GET` says how far it is. With `dry_run` nothing is done, and neither rule nor reason is needed.',
    })
    .input(
      member.extend({
        dry_run: z.boolean().default(false),
        rule: z
          .int()
          .min(1)
          .max(50)
          .optional()
          .meta({ description: 'The number of the rule that was broken' }),
        reason,
        note: noteInput,
        suspension: z
          .object({ message: messageInput, days: daysInput })
          .optional()
          .meta({ description: 'Suspends them as well. Undoing the purge does not lift it.' }),
      }),
    )
    .errors({
      ...errors,
      BAD_REQUEST: { message: REASON_MISSING, data: z.object({ field: z.string() }).optional() },
      CONFLICT: { message: UNDER_WAY },
    })
    .output(z.object({ counts, total: count, purge: purgeSchema.nullable() })),
  read: oc
    .route({ method: 'GET', path, summary: 'The latest purge of a member, and how far it is' })
    .input(member)
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .output(z.object({ purge: purgeSchema.nullable() })),
  remove: proven(PURGE_RATE_LIMIT)
    .route({
      method: 'DELETE',
      path,
      summary: 'Undo the latest purge of a member',
      description:
        'What it took comes back, and only that: what was removed before stays removed, and what was restored, deleted or done ' +
        'anew meanwhile stays as it is. It goes on after the answer.',
    })
    .input(member.extend({ reason: reason.meta({ description: 'Public, in the log' }), note: noteInput }))
    .errors({ ...errors, CONFLICT: { message: NOT_PURGED } })
    .output(z.object({ purge: purgeSchema })),
})

export type Purge = z.infer<typeof purgeSchema>
