import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../api/core/proven.ts'
import type { RateLimit } from '../../api/core/rate-limited.ts'
import { EVERY_HOURS, EXPORT_STATES, KEPT_DAYS, ONE_A_DAY } from './policy.ts'

/** One a day is made; who asks again is told so. */
const EXPORT_RATE_LIMIT: RateLimit = {
  name: 'exports',
  account: { times: 10, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
/** A page asks whether it may, then the browser fetches it, perhaps in parts after a broken line. */
const FETCH_RATE_LIMIT: RateLimit = {
  name: 'exports fetched',
  account: { times: 60, seconds: 3600 },
  address: { times: 300, seconds: 3600 },
}

const exportSchema = z.object({
  id: z.uuid(),
  state: z.enum(EXPORT_STATES),
  progress: z.number().min(0).max(1).meta({ description: 'How much of it is written' }),
  bytes: z.int().nullable().meta({ description: 'Of the file, once it is ready' }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().meta({ description: 'The file is gone then' }),
})

/** Also for who may write nothing any more: an account stays its owner's. */
const ALWAYS = { whileSuspended: true }

/** A member takes along what is theirs. */
export const exports = oc.tag('Account').router({
  createExport: proven(EXPORT_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'POST',
      path: '/me/exports',
      successStatus: 201,
      summary: `Make a file of all that I wrote and did here, once in ${EVERY_HOURS} hours`,
      description:
        'It goes on after the answer: the list says how far it is. docs/export.md says what is in it.',
    })
    .errors({
      CONFLICT: {
        message: ONE_A_DAY,
        data: z.object({
          next_at: z.iso.datetime().meta({ description: 'When the next one can be asked for' }),
        }),
      },
    })
    .output(exportSchema),

  listExports: oc
    .route({ method: 'GET', path: '/me/exports', summary: 'My exports, the latest first' })
    .output(z.object({ items: z.array(exportSchema) })),

  readExport: proven(FETCH_RATE_LIMIT)
    .route({
      method: 'GET',
      path: '/me/exports/{id}',
      summary: `The file, for ${KEPT_DAYS} days: a ZIP with pages to open and JSON`,
      outputStructure: 'detailed',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'This export is gone, or not ready yet.' } })
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
})

export type Export = z.infer<typeof exportSchema>
