import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { contentHtml } from '../markup/contract.ts'
import { HOLD_REASONS, REVIEWS, SUBMITTED_KINDS } from './policy.ts'

/** As for deletions: somebody clears up what they sent. */
const WITHDRAWAL_RATE_LIMIT: RateLimit = {
  name: 'withdrawals',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const kind = z.enum(SUBMITTED_KINDS)
const thing = z.object({ kind, id: z.uuid() })

const pending = thing.extend({
  state: z.enum(['waiting', 'rejected', 'moot']).meta({
    description: 'rejected: a moderator did not approve it; moot: what it was written for is gone',
  }),
  reasons: z.array(z.enum(HOLD_REASONS)),
  title: z.string().nullable().meta({ description: 'Of a post' }),
  content: z.string().meta({ description: 'As it was sent' }),
  content_html: contentHtml,
  format: z.enum(['rich', 'plain']),
  post_id: z.uuid().nullable().meta({ description: 'Where a comment is to stand' }),
  parent_id: z.uuid().nullable().meta({ description: 'What a reply answers' }),
  answered_id: z.uuid().nullable().meta({ description: 'The reply that a reply answers' }),
  category_ids: z.array(z.uuid()).meta({ description: 'Of a post' }),
  rule: z.string().nullable().meta({ description: 'Which it breaks, where it was rejected' }),
  reason: z.string().nullable(),
  created_at: z.iso.datetime(),
})

/** What I sent and a moderator looks at first. Nobody else but moderators and admins sees it. */
export const pendingContent = oc.tag('Me').router({
  list: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/pending',
      summary: 'What of mine waits for a moderator, and what was not approved, newest first',
    })
    .input(
      z.object({
        kind: kind.optional(),
        post_id: z.uuid().optional().meta({ description: 'Comments on this post' }),
        cursor: cursorIn('newest'),
      }),
    )
    .errors(CURSOR_ERRORS)
    .output(
      z.object({
        items: z.array(pending),
        next: z.string().nullable(),
        review: z.enum(REVIEWS).meta({
          description:
            'Which of my next texts a moderator reviews first: none, those with a link to another site, or all',
        }),
      }),
    ),
  withdraw: rateLimited(WITHDRAWAL_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'DELETE',
      path: '/me/pending/{kind}/{id}',
      summary: 'Take back what waits, or forget what was not approved',
    })
    .input(thing)
    .errors({ NOT_FOUND: { message: 'Nothing of yours waits here.' } })
    .output(thing),
})

export type Pending = z.infer<typeof pending>
