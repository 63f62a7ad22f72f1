import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { RateLimit } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { DELETION_RUNNING, LAST_ADMIN, UNDO_DAYS } from './policy.ts'

/** A low limit, because deletion requests are rare and each sends a mail. */
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
    description: 'How many of these have replies. If deleted, a placeholder stays.',
  }),
  messages: count.meta({ description: 'Messages I sent. Recipients keep them, without my name.' }),
  votes: count.meta({ description: 'Votes and likes. They are removed.' }),
})

const deletionSchema = z.object({
  keep_content: z.boolean().meta({
    description: 'true: posts, comments and notes are kept without the name; false: they are deleted.',
  }),
  requested_at: z.iso.datetime(),
  delete_at: z.iso.datetime().meta({ description: 'After this time, the deletion can’t be undone.' }),
})

const path = '/me/deletion'
/** Suspended members can still manage their own account. */
const ALWAYS = { whileSuspended: true }

export const accountDeletionContract = oc.tag('Account').router({
  readDeletion: oc
    .route({
      method: 'GET',
      path,
      summary: 'Get the pending deletion of my account and the amount of my data',
    })
    .output(z.object({ deletion: deletionSchema.nullable(), counts })),

  requestDeletion: requiresProof(LEAVING_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'PUT',
      path,
      summary: `Delete my account in ${UNDO_DAYS} days; ends all sessions and access tokens`,
      description: 'Can be undone until then. A second request replaces the choice and restarts the period.',
    })
    .input(deletionSchema.pick({ keep_content: true }))
    .errors({ CONFLICT: { message: LAST_ADMIN } })
    .output(z.object({ deletion: deletionSchema })),

  undoDeletion: requiresProof(LEAVING_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'DELETE', path, summary: 'Cancel the deletion of my account' })
    .errors({
      NOT_FOUND: { message: 'Your account isn’t scheduled for deletion.' },
      CONFLICT: { message: DELETION_RUNNING },
    })
    .output(z.object({ status: z.literal(true) })),
})

export type AccountDeletion = z.infer<typeof deletionSchema>
export type OwnContentCounts = z.infer<typeof counts>
