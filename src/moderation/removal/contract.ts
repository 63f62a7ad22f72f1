import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { noteInput, reasonInput } from '../inputs.ts'
import { REASON_MISSING } from '../policy.ts'
import { REMOVABLE } from './policy.ts'
import { removalSchema } from './removal-schema.ts'

/** Allows a moderator to remove content as fast as they can read it. */
const REMOVAL_RATE_LIMIT: RateLimit = {
  name: 'removals',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}

const id = z.uuid()
const reason = reasonInput.meta({
  description: 'Public: shown in place of the content and in the log. Required without a rule.',
})
const removal = z.object({
  id,
  rule: z.int().min(1).max(50).optional().meta({ description: 'Number of the rule that was broken' }),
  reason,
  note: noteInput,
})
const restoring = z.object({ id, reason, note: noteInput })
const acted = z.object({ action_id: z.uuid() })

const errors = {
  NOT_FOUND: { message: 'Not found. It may have been deleted.' },
  FORBIDDEN: {
    message: 'You can’t moderate your own content or that of someone with an equal or higher role.',
  },
  CONFLICT: { message: 'This was already removed.' },
}
const BAD_REQUEST = { BAD_REQUEST: { message: REASON_MISSING, data: z.object({ field: z.string() }) } }

const kept = removalSchema.extend({
  title: z.string().nullable().meta({ description: 'Title of a post' }),
  content: z.string().meta({ description: 'The original content: HTML for a post, otherwise plain text' }),
  format: z.enum(['rich', 'plain']),
  removed_at: z.iso.datetime(),
  erase_at: z.iso
    .datetime()
    .meta({ description: 'When the text is permanently deleted and can no longer be restored' }),
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
      summary: `Restore a removed ${kind}`,
      tags: ['Moderation'],
    })
    .input(restoring)
    .errors(errors)
    .output(acted)
}

/** Moderators and admins can remove and restore an author's text. Other members' replies are not affected. */
export const removalsContract = {
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
      summary: 'Get my text that a moderator removed',
      tags: ['Me'],
    })
    .input(thing)
    .errors({ NOT_FOUND: { message: 'Not found, or it wasn’t removed.' } })
    .output(kept),
  read: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/removed/{kind}/{id}',
      summary: 'Get removed content, for moderators who can restore it',
      tags: ['Moderation'],
    })
    .input(thing)
    .errors({ NOT_FOUND: errors.NOT_FOUND })
    .output(kept),
}

export type RemovedOriginal = z.infer<typeof kept>
