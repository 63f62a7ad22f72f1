import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { noteInput, reasonInput } from '../inputs.ts'
import { REASON_MISSING } from '../policy.ts'
import { REMOVABLE } from '../removal/policy.ts'
import { PASSAGE_LENGTH, PASSAGE_MAX, PASSAGE_MIN, REDACTION_MARK } from './policy.ts'

const PASSAGE_RATE_LIMIT: RateLimit = {
  name: 'redactions of passages',
  account: { times: 120, seconds: 600 },
  address: { times: 600, seconds: 600 },
}

const id = z.object({ id: z.uuid().meta({ description: 'ID of the redaction in the moderation log' }) })
const NOT_FOUND = { NOT_FOUND: { message: 'Not found. It may have been deleted.' } }
const FORBIDDEN = {
  FORBIDDEN: {
    message: 'You can’t moderate your own content or that of someone with an equal or higher role.',
  },
}
const passage = z
  .string()
  .trim()
  .min(PASSAGE_MIN, PASSAGE_LENGTH)
  .max(PASSAGE_MAX, PASSAGE_LENGTH)
  .refine(
    (text) => !REDACTION_MARK.includes(text.toLowerCase()),
    `“${REDACTION_MARK}” replaces redacted text.`,
  )
  .meta({ description: 'As in the text, without formatting. Ignores case. All occurrences are redacted.' })

/** Moderators can redact a passage of a text instead of removing all of it. */
export const redactionsContract = oc.tag('Moderation').router({
  create: rateLimited(PASSAGE_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'POST',
      path: '/moderation/redactions',
      successStatus: 201,
      summary: 'Redact a passage of a post, comment or note',
      description: `“${REDACTION_MARK}” replaces it, also in earlier versions and quotations.`,
    })
    .input(
      z.object({
        kind: z.enum(REMOVABLE),
        id: z.uuid(),
        passage,
        rule: z.int().min(1).max(50).optional().meta({ description: 'Number of the rule that was broken' }),
        reason: reasonInput.meta({
          description: 'Shown in the public log. Required without a rule. Must not contain the passage.',
        }),
        note: noteInput,
      }),
    )
    .errors({
      ...NOT_FOUND,
      ...FORBIDDEN,
      CONFLICT: { message: 'This was removed by a moderator.' },
      BAD_REQUEST: { message: REASON_MISSING, data: z.object({ field: z.string() }) },
    })
    .output(
      z.object({ action_id: z.uuid(), texts: z.int().meta({ description: 'Number of changed texts' }) }),
    ),
  read: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/redactions/{id}',
      summary: 'Get a redacted passage and the original text',
    })
    .input(id)
    .errors(NOT_FOUND)
    .output(
      z.object({
        passage: z.string(),
        title: z.string().nullable().meta({ description: 'Title of a post' }),
        content: z.string().meta({ description: 'HTML for a post, otherwise plain text' }),
        erase_at: z.iso.datetime().meta({ description: 'When the original is permanently deleted' }),
      }),
    ),
  restore: rateLimited(PASSAGE_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'DELETE',
      path: '/moderation/redactions/{id}',
      summary: 'Restore a redacted passage',
      description: 'Only while the text is unchanged. Quotations that have changed stay redacted.',
    })
    .input(id.extend({ reason: reasonInput, note: noteInput }))
    .errors({
      ...NOT_FOUND,
      ...FORBIDDEN,
      CONFLICT: { message: 'The text has changed since, so the passage can’t be restored.' },
    })
    .output(z.object({ action_id: z.uuid() })),
})
