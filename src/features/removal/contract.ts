import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { noteInput, reasonInput } from '../moderation/inputs.ts'
import { REASON_MISSING, REMOVABLE } from './policy.ts'
import { removalSchema } from './removal-schema.ts'

/** As fast as somebody reads who clears up after a flood. */
const REMOVAL_RATE_LIMIT: RateLimit = {
  name: 'removals',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}

const id = z.uuid()
const reason = reasonInput.meta({
  description: 'Public: in the place of the thing, and in the log. Not empty where no rule is named.',
})
const removal = z.object({
  id,
  rule: z.int().min(1).max(50).optional().meta({ description: 'The number of the rule that it broke' }),
  reason,
  note: noteInput,
})
const restoring = z.object({ id, reason, note: noteInput })
const acted = z.object({ action_id: z.uuid() })

const errors = {
  NOT_FOUND: { message: 'This is gone, or never was.' },
  FORBIDDEN: { message: 'Nobody acts on their own words, or on those of an equal or higher role.' },
  CONFLICT: { message: 'This is removed already.' },
}
const BAD_REQUEST = { BAD_REQUEST: { message: REASON_MISSING, data: z.object({ field: z.string() }) } }

const kept = removalSchema.extend({
  title: z.string().nullable().meta({ description: 'Of a post' }),
  content: z.string().meta({ description: 'As it was written: HTML for a post, else plain text' }),
  format: z.enum(['rich', 'plain']),
  removed_at: z.iso.datetime(),
  erase_at: z.iso.datetime().meta({ description: 'Then the words are erased, and it cannot be restored' }),
})
const thing = z.object({ kind: z.enum(REMOVABLE), id })

function remove(kind: (typeof REMOVABLE)[number]) {
  return rateLimited(REMOVAL_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'PUT',
      path: `/${kind}s/{id}/removal`,
      summary: `Remove a ${kind}`,
      tags: ['Moderation'],
    })
    .input(removal)
    .errors({ ...errors, ...BAD_REQUEST })
    .output(acted)
}

function restore(kind: (typeof REMOVABLE)[number]) {
  return rateLimited(REMOVAL_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'DELETE',
      path: `/${kind}s/{id}/removal`,
      summary: `Restore a ${kind} that was removed`,
      tags: ['Moderation'],
    })
    .input(restoring)
    .errors(errors)
    .output(acted)
}

/** What moderators and admins take out of the forum and put back. The author's words leave the thing, and nothing else. */
export const removals = {
  removePost: remove('post'),
  restorePost: restore('post'),
  removeComment: remove('comment'),
  restoreComment: restore('comment'),
  removeNote: remove('note'),
  restoreNote: restore('note'),
  mine: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/removed/{kind}/{id}',
      summary: 'My words that a moderator removed, to copy them',
      tags: ['Me'],
    })
    .input(thing)
    .errors({ NOT_FOUND: { message: 'There is nothing of yours here that was removed.' } })
    .output(kept),
  read: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/removed/{kind}/{id}',
      summary: 'What was removed, for who may restore it',
      tags: ['Moderation'],
    })
    .input(thing)
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .output(kept),
}

export type Kept = z.infer<typeof kept>
