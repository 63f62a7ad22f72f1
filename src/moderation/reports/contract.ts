import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { REPORT_COMMENT_LIMIT, REPORT_OUTCOMES, REPORT_REASONS, REPORTED_KINDS } from './policy.ts'

/** Limits programs that guess ids of content. The daily limit for members is REPORTS_A_DAY. */
const REPORT_RATE_LIMIT: RateLimit = {
  name: 'reports',
  account: { times: 20, seconds: 600 },
  address: { times: 100, seconds: 600 },
}

const reportSchema = z.object({
  id: z.uuid(),
  kind: z.enum(REPORTED_KINDS),
  target_id: z.uuid(),
  path: z
    .string()
    .nullable()
    .meta({ description: 'Path of the content; null for messages and deleted content' }),
  reason: z.enum(REPORT_REASONS),
  created_at: z.iso.datetime(),
  state: z.enum(['open', 'closed']),
  outcome: z.enum(REPORT_OUTCOMES).nullable().meta({ description: 'null: still open' }),
  closed_at: z.iso.datetime().nullable(),
})

/** Moderators can see all reports and who sent them. Other members can only see their own reports. */
export const reportsContract = oc.tag('Reports').router({
  create: rateLimited(REPORT_RATE_LIMIT)
    .meta(byToken.write)
    // The procedure refuses suspended members, except for messages that they receive.
    .meta({ whileSuspended: true })
    .route({
      method: 'POST',
      path: '/reports',
      successStatus: 201,
      summary: 'Report content to the moderators',
      description:
        'The response is the same whether or not it was reported before. Reporting a message shows that message ' +
        'and up to five preceding messages to moderators. Suspended members can report only messages.',
    })
    .input(
      z.object({
        kind: z.enum(REPORTED_KINDS),
        id: z.uuid().meta({ description: 'For a profile: ID of the member' }),
        reason: z.enum(REPORT_REASONS),
        words: z.string().overwrite(manyLines).max(REPORT_COMMENT_LIMIT).default(''),
      }),
    )
    .errors({
      NOT_FOUND: { message: 'Not found. It may have been deleted.' },
      FORBIDDEN: { message: 'This is your own content. You can edit or delete it yourself.' },
    })
    .output(z.object({ kind: z.enum(REPORTED_KINDS), id: z.uuid() })),
  mine: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/reports',
      summary: 'List my reports and their outcomes, newest first',
    })
    .input(z.object({ cursor: cursorIn('newest') }))
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(reportSchema), next: z.string().nullable() })),
})

export type Report = z.infer<typeof reportSchema>
