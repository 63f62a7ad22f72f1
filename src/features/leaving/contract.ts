import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../api/core/proven.ts'
import type { RateLimit } from '../../api/core/rate-limited.ts'
import { LAST_ADMIN, UNDER_WAY, UNDO_DAYS } from './policy.ts'

/** Nobody leaves often; each time a mail goes out. */
const LEAVING_RATE_LIMIT: RateLimit = {
  name: 'leaving',
  account: { times: 10, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}

const count = z.int().min(0)
const counts = z.object({
  posts: count,
  comments: count,
  notes: count,
  answered: count.meta({
    description: 'Of these three: what others have answered. A stub stays where it stood.',
  }),
  messages: count.meta({ description: 'That I sent. They stay with those I wrote to, without my name.' }),
  votes: count.meta({ description: 'Votes and likes. They are taken back.' }),
})

const deletionSchema = z.object({
  keep_content: z
    .boolean()
    .meta({ description: 'Posts, comments and notes stay without the name; else they are deleted.' }),
  requested_at: z.iso.datetime(),
  delete_at: z.iso.datetime().meta({ description: 'From then on it cannot be undone.' }),
})

const path = '/me/deletion'
/** Also for who may write nothing any more: an account stays its owner's. */
const ALWAYS = { whileSuspended: true }

/** How a member leaves. */
export const leaving = oc.tag('Account').router({
  readDeletion: oc
    .route({
      method: 'GET',
      path,
      summary: 'Whether my account is to be deleted, and how much there is of me',
    })
    .output(z.object({ deletion: deletionSchema.nullable(), counts })),

  requestDeletion: proven(LEAVING_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'PUT',
      path,
      summary: `Delete my account in ${UNDO_DAYS} days; all my sessions and access tokens end`,
      description: 'Whoever signs in until then can undo it. Asked again it is another choice, from then on.',
    })
    .input(deletionSchema.pick({ keep_content: true }))
    .errors({ CONFLICT: { message: LAST_ADMIN } })
    .output(z.object({ deletion: deletionSchema })),

  undoDeletion: proven(LEAVING_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'DELETE', path, summary: 'Keep my account after all' })
    .errors({
      NOT_FOUND: { message: 'Your account is not to be deleted.' },
      CONFLICT: { message: UNDER_WAY },
    })
    .output(z.object({ status: z.literal(true) })),
})

export type Deletion = z.infer<typeof deletionSchema>
export type LeavingCounts = z.infer<typeof counts>
