import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { Rate } from '../../platform/rate.ts'

/** How often something may be done, in one process, or on all nodes where they share a Redis. Operations with the same name share what they count. */
export interface RateLimit {
  name: string
  /** Completes "You're … too fast."; "going" unless given. */
  act?: string
  /** By one account; before there is one, for one e-mail address that somebody names. */
  account?: Rate
  /** By one address for one account. */
  pair?: Rate
  /** By one address (a household, or a school: people who share it share this) or the /64 of it. */
  address: Rate
}

/** Begins an operation that can be done too often: `rateLimited(VOTE_RATE_LIMIT).route(…)`. */
export function rateLimited(limit: RateLimit) {
  return oc
    .errors({
      TOO_MANY_REQUESTS: {
        message: "You're going too fast.",
        data: z.object({
          retry_after: z.int().meta({ description: 'Seconds, as in the header Retry-After.' }),
          appeal: z
            .string()
            .optional()
            .meta({ description: 'Where to appeal, if it is moderators who set this limit.' }),
        }),
      },
    })
    .meta({ limit })
}
