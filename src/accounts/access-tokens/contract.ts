import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { requiresProof } from '../../core/requires-proof.ts'
import { TOKEN_SCOPES } from '../../core/token-scope.ts'
import { isBlank, oneLine } from '../../platform/text.ts'
import {
  ENDED_DAYS,
  LIFETIMES,
  NAME_MISSING,
  NAME_TOO_LONG,
  TOKEN_NAME_MAX,
  TOKENS_MAX,
  TOO_MANY_TOKENS,
} from './policy.ts'

/** Low limit, because members rarely create a token and each one sends an email. */
const MAKING_RATE_LIMIT: RateLimit = {
  name: 'access tokens',
  account: { times: 20, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
/** Limit for revoking tokens, high enough to revoke a whole list by hand. */
const ENDING_RATE_LIMIT: RateLimit = {
  name: 'ends of access tokens',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const scope = z.enum(TOKEN_SCOPES).meta({
  description:
    'read: everything I can see. write: also create content and act as me. moderate: also moderate, while I have the role.',
})
const accessTokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scope,
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable().meta({ description: 'To the minute; null: never used' }),
  expires_at: z.iso.datetime(),
})

/** Suspended members can still manage their own account. */
const ALWAYS = { whileSuspended: true }

/** Operations for the tokens of a member's programs. A token can't call these operations itself. */
export const accessTokensContract = oc.tag('Access tokens').router({
  list: oc
    .route({
      method: 'GET',
      path: '/me/access-tokens',
      summary: 'List my access tokens, newest first',
      description: `Expired and revoked tokens are listed for another ${ENDED_DAYS} days.`,
    })
    .output(
      z.object({
        items: z.array(accessTokenSchema),
        next: z.null(),
        can: z.object({ create: z.array(scope).meta({ description: 'Scopes available for a new token' }) }),
      }),
    ),

  create: requiresProof(MAKING_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/me/access-tokens',
      successStatus: 201,
      summary: 'Create an access token; I’m notified by email',
      description: `A member can have at most ${TOKENS_MAX} active tokens.`,
    })
    .input(
      z.object({
        name: z
          .string()
          .overwrite(oneLine)
          .refine((name) => !isBlank(name), NAME_MISSING)
          .max(TOKEN_NAME_MAX, NAME_TOO_LONG),
        scope,
        days: z.literal([...LIFETIMES]).meta({ description: 'Lifetime in days' }),
      }),
    )
    .errors({
      FORBIDDEN: {
        message: 'Only moderators and admins can create tokens with this scope.',
        data: z.object({ field: z.string() }),
      },
      CONFLICT: { message: TOO_MANY_TOKENS },
    })
    .output(
      accessTokenSchema.extend({
        token: z.string().meta({ description: 'Returned only once; only its SHA-256 is stored.' }),
      }),
    ),

  remove: rateLimited(ENDING_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'DELETE',
      path: '/me/access-tokens/{id}',
      summary: 'Revoke an access token immediately',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'Access token not found. It may have been revoked.' } })
    .output(z.object({ id: z.uuid() })),

  removeAll: rateLimited(ENDING_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'DELETE',
      path: '/me/access-tokens',
      summary: 'Revoke all my access tokens immediately',
    })
    .output(z.object({ revoked: z.int() })),
})

export type OwnAccessToken = z.infer<typeof accessTokenSchema>
