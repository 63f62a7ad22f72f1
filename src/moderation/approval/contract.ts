import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { HOLD_REASONS, REVIEW_LEVELS, SUBMITTED_KINDS } from './policy.ts'

/** Same as the limit for deleting texts, because a member may withdraw many pending texts in a row. */
const WITHDRAWAL_RATE_LIMIT: RateLimit = {
  name: 'withdrawals',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const kind = z.enum(SUBMITTED_KINDS)
const thing = z.object({ kind, id: z.uuid() })

const pending = thing.extend({
  state: z.enum(['waiting', 'rejected', 'moot']).meta({
    description:
      'rejected: not approved by a moderator; moot: the post, comment or note it belongs to was deleted',
  }),
  reasons: z.array(z.enum(HOLD_REASONS)),
  title: z.string().nullable().meta({ description: 'Of a post' }),
  content: z.string().meta({ description: 'As submitted' }),
  content_html: contentHtml,
  format: z.enum(['rich', 'plain']),
  post_id: z.uuid().nullable().meta({ description: 'Parent of a comment' }),
  parent_id: z.uuid().nullable().meta({ description: 'The comment or note a reply belongs to' }),
  answered_id: z.uuid().nullable().meta({ description: 'The reply being answered' }),
  concept_ids: z.array(z.uuid()).meta({ description: 'Of a post' }),
  rule: z.string().nullable().meta({ description: 'The rule it breaks, if rejected' }),
  reason: z.string().nullable(),
  created_at: z.iso.datetime(),
})

/** The member's texts that await approval. Only the author, moderators and admins can see them. */
export const pendingContentContract = oc.tag('Me').router({
  list: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/pending',
      summary: 'List my content that is awaiting approval or wasn’t approved, newest first',
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
        review: z.enum(REVIEW_LEVELS).meta({
          description:
            'Which of my next texts require approval: none, those with a link to another site, or all',
        }),
      }),
    ),
  withdraw: rateLimited(WITHDRAWAL_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'DELETE',
      path: '/me/pending/{kind}/{id}',
      summary: 'Withdraw content awaiting approval, or delete content that wasn’t approved',
    })
    .input(thing)
    .errors({ NOT_FOUND: { message: 'Not found. It may have been published or withdrawn.' } })
    .output(thing),
})

export type PendingText = z.infer<typeof pending>
