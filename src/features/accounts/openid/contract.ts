import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../../api/core/proven.ts'
import type { RateLimit } from '../../../api/core/rate-limited.ts'

/** Each is connected once; who tries around does so a few times. */
const CONNECT_RATE_LIMIT: RateLimit = {
  name: 'connected providers',
  account: { times: 30, seconds: 600 },
  address: { times: 120, seconds: 600 },
}

const provider = z.object({ provider: z.string().max(20) })
const NOT_FOUND = { message: 'There is no such provider, or it is not connected.' }

/** Accounts elsewhere (OpenID Connect) with which a member signs in. */
export const openId = oc.tag('Security').router({
  listProviders: oc
    .route({ method: 'GET', path: '/me/providers', summary: 'With which accounts elsewhere I sign in' })
    .output(
      z.object({
        has_password: z.boolean().meta({ description: 'Whether a password signs in as well' }),
        providers: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            connected_at: z.iso.datetime().nullable().meta({ description: 'Null: it is not' }),
          }),
        ),
      }),
    ),

  connectProvider: proven(CONNECT_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'POST',
      path: '/me/providers/{provider}',
      summary: 'Begin to connect my account with one elsewhere',
      description:
        'The ticket goes to `POST /auth/openid/{provider}` within a minute, which says where to sign in.',
    })
    .input(provider)
    .errors({ NOT_FOUND })
    .output(z.object({ ticket: z.string() })),

  disconnectProvider: proven(CONNECT_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'DELETE',
      path: '/me/providers/{provider}',
      summary: 'Sign in with this account elsewhere no more',
    })
    .input(provider)
    .errors({
      NOT_FOUND,
      CONFLICT: {
        message: 'This is your only way to sign in. Choose a password first, by “Forgot password?”.',
      },
    })
    .output(z.object({ status: z.literal(true) })),
})
