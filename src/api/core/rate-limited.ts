import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { Rate } from '../../platform/rate.ts'

/** Operations with the same name share a limit. */
export interface RateLimit {
  name: string
  /** Completes "You're … too fast."; "going" by default. */
  act?: string
  /** For an account or, before sign-in, an e-mail address. */
  account?: Rate
  /** For an address and account together. */
  pair?: Rate
  /** For an address, which a school may share, or the /64 of it. */
  address: Rate
}

/** `rateLimited(VOTE_RATE_LIMIT).route(…)` */
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
