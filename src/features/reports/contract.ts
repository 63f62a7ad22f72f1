import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { OUTCOMES, REPORT_REASONS, REPORT_WORDS_LIMIT, REPORTED_KINDS } from './policy.ts'

/** The limit of a day is counted from rows; this one is for programs that try ids. */
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
    .meta({ description: 'Where it is to be seen, as far as it is; of a message null' }),
  reason: z.enum(REPORT_REASONS),
  created_at: z.iso.datetime(),
  state: z.enum(['open', 'closed']),
  outcome: z.enum(OUTCOMES).nullable().meta({ description: 'null while it is open' }),
  closed_at: z.iso.datetime().nullable(),
})

/** Seen by moderators, who reported what; to everybody else a report is its reporter's alone. */
export const reports = oc.tag('Reports').router({
  create: rateLimited(REPORT_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/reports',
      successStatus: 201,
      summary: 'Report something to the moderators',
      description:
        'The answer is the same whether or not others, or I, have reported it before. Who reports a message shows it ' +
        'and up to five before it to moderators.',
    })
    .input(
      z.object({
        kind: z.enum(REPORTED_KINDS),
        id: z.uuid().meta({ description: 'Of a profile: of its member' }),
        reason: z.enum(REPORT_REASONS),
        words: z.string().overwrite(manyLines).max(REPORT_WORDS_LIMIT).default(''),
      }),
    )
    .errors({
      NOT_FOUND: { message: 'This is gone, or never was.' },
      FORBIDDEN: { message: 'This is yours: you can change or delete it yourself.' },
    })
    .output(z.object({ kind: z.enum(REPORTED_KINDS), id: z.uuid() })),
  mine: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/reports',
      summary: 'What I have reported and what became of it, the latest first',
    })
    .input(z.object({ cursor: cursorIn('newest') }))
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(reportSchema), next: z.string().nullable() })),
})

export type Report = z.infer<typeof reportSchema>
