import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'

/** Allows a fast reader to open a discussion every two seconds while new comments arrive. */
const READ_RATE_LIMIT: RateLimit = {
  name: 'reads',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

/** A time as ISO 8601 with microseconds. */
const time = z.iso.datetime()

export const readsContract = {
  update: rateLimited(READ_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/posts/{id}/read',
      summary: 'Update my read position in a discussion',
      description: 'Later comments by others count as unread. The position only moves forward.',
      tags: ['Posts'],
    })
    .input(
      z.object({
        id: z.uuid(),
        until: time
          .refine((text) => text > '1971', 'This is before the first comment.')
          .optional()
          .meta({
            description: '`created_at` of the newest comment I’ve seen; omit it if there are no comments',
          }),
      }),
    )
    .errors({ NOT_FOUND: { message: 'The post could not be found.' } })
    .output(
      z.object({
        read_until: time,
        former_until: time.nullable().meta({ description: 'The previous position; null on the first visit' }),
        unread: z.int().meta({ description: 'Number of later comments by others' }),
      }),
    ),
}
