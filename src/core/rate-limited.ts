import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { Rate } from '../platform/http/rate.ts'

/** Rate limit of an operation. Operations with the same `name` share their counts. */
export interface RateLimit {
  name: string
  /** Verb in the message "You're … too fast."; "going" by default. */
  act?: string
  /** Limit per account or, before sign-in, per email address. */
  account?: Rate
  /** Limit per combination of IP address and account. */
  pair?: Rate
  /** Limit per IP address, which a school may share, or per /64 of an IPv6 address. */
  address: Rate
}

/** Declares an operation with a rate limit: `rateLimited(VOTE_RATE_LIMIT).route(…)`. */
export function rateLimited(limit: RateLimit) {
  return oc
    .errors({
      TOO_MANY_REQUESTS: {
        message: "You're going too fast.",
        data: z.object({
          retry_after: z.int().meta({ description: 'Seconds, as in the Retry-After header.' }),
          appeal: z
            .string()
            .optional()
            .meta({ description: 'Where to appeal, if moderators set this limit.' }),
        }),
      },
    })
    .meta({ limit })
}
