import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { RateLimit } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { EVERY_HOURS, EXPORT_ONCE_A_DAY, EXPORT_STATES, KEPT_DAYS } from './policy.ts'

/** Allows ten requests an hour. Only one export is created per day. Further requests get an explanation. */
const EXPORT_RATE_LIMIT: RateLimit = {
  name: 'exports',
  account: { times: 10, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
/** High, because a download takes two requests, or more if it resumes after a lost connection. */
const FETCH_RATE_LIMIT: RateLimit = {
  name: 'exports fetched',
  account: { times: 60, seconds: 3600 },
  address: { times: 300, seconds: 3600 },
}

const exportSchema = z.object({
  id: z.uuid(),
  state: z.enum(EXPORT_STATES),
  progress: z.number().min(0).max(1).meta({ description: 'Progress, from 0 to 1' }),
  bytes: z.int().nullable().meta({ description: 'Size of the file, once it’s ready' }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().meta({ description: 'When the file is deleted' }),
})

/** Suspended members can still manage their own account. */
const ALWAYS = { whileSuspended: true }

export const exportsContract = oc.tag('Account').router({
  createExport: requiresProof(EXPORT_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'POST',
      path: '/me/exports',
      successStatus: 201,
      summary: `Request an export of my data, once every ${EVERY_HOURS} hours`,
      description:
        'Runs in the background; the list shows the progress. See docs/export.md for the contents.',
    })
    .errors({
      CONFLICT: {
        message: EXPORT_ONCE_A_DAY,
        data: z.object({
          next_at: z.iso.datetime().meta({ description: 'When the next export can be requested' }),
        }),
      },
    })
    .output(exportSchema),

  listExports: oc
    .route({ method: 'GET', path: '/me/exports', summary: 'List my exports, newest first' })
    .output(z.object({ items: z.array(exportSchema) })),

  readExport: requiresProof(FETCH_RATE_LIMIT)
    .route({
      method: 'GET',
      path: '/me/exports/{id}',
      summary: `Download an export within ${KEPT_DAYS} days, as a ZIP with HTML pages and JSON`,
      outputStructure: 'detailed',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'This export has expired or isn’t ready yet.' } })
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
})

export type Export = z.infer<typeof exportSchema>
