import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'

/** A fast reader opens a discussion every other second, and receives some new comments in each. */
const READ_RATE_LIMIT: RateLimit = {
  name: 'reads',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

/** A time in the API's notation, with microseconds. */
const time = z.iso.datetime()

export const reads = {
  update: rateLimited(READ_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/posts/{id}/read',
      summary: 'Say how far I have read a discussion',
      description: 'What others write there later is new to me. It only goes forward.',
      tags: ['Posts'],
    })
    .input(
      z.object({
        id: z.uuid(),
        until: time
          .refine((text) => text > '1971', 'No comment is as old as this.')
          .optional()
          .meta({
            description: '`created_at` of the newest comment that I have seen; none if there is none',
          }),
      }),
    )
    .errors({ NOT_FOUND: { message: 'The post could not be found.' } })
    .output(
      z.object({
        read_until: time,
        former_until: time.nullable().meta({ description: 'As it was before; null on a first visit' }),
        unread: z.int().meta({ description: 'Comments of others that are later still' }),
      }),
    ),
}
