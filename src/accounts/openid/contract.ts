import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { RateLimit } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'

/** A member connects a provider once, so this limit leaves room for a few retries. */
const CONNECT_RATE_LIMIT: RateLimit = {
  name: 'connected providers',
  account: { times: 30, seconds: 600 },
  address: { times: 120, seconds: 600 },
}

const provider = z.object({ provider: z.string().max(20) })
const NOT_FOUND = { message: 'Provider not found or not connected.' }

/** Operations for connected accounts at OpenID Connect providers, with which a member signs in. */
export const openIdContract = oc.tag('Security').router({
  listProviders: oc
    .route({ method: 'GET', path: '/me/providers', summary: 'List my connected accounts' })
    .output(
      z.object({
        has_password: z.boolean().meta({ description: 'Whether I can also sign in with a password' }),
        providers: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            connected_at: z.iso.datetime().nullable().meta({ description: 'null: not connected' }),
          }),
        ),
      }),
    ),

  connectProvider: requiresProof(CONNECT_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'POST',
      path: '/me/providers/{provider}',
      summary: 'Start connecting an account',
      description:
        'Send the ticket to `POST /auth/openid/{provider}` within a minute to get the address for signing in.',
    })
    .input(provider)
    .errors({ NOT_FOUND })
    .output(z.object({ ticket: z.string() })),

  disconnectProvider: requiresProof(CONNECT_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({
      method: 'DELETE',
      path: '/me/providers/{provider}',
      summary: 'Disconnect an account',
    })
    .input(provider)
    .errors({
      NOT_FOUND,
      CONFLICT: {
        message:
          'This is your only way to sign in. First set a password with “Forgot password?” on the sign-in page.',
      },
    })
    .output(z.object({ status: z.literal(true) })),
})
