import { oc } from '@orpc/contract'
import * as z from 'zod'
import { proven } from '../../../api/core/proven.ts'
import { type RateLimit, rateLimited } from '../../../api/core/rate-limited.ts'
import { TOKEN_SCOPES } from '../../../api/core/token-scope.ts'
import { isBlank, oneLine } from '../../../platform/text.ts'
import {
  ENDED_DAYS,
  LIFETIMES,
  NAME_MAX,
  NAME_MISSING,
  NAME_TOO_LONG,
  TOKENS_MAX,
  TOO_MANY,
} from './policy.ts'

/** A person makes one now and then; each is a mail. */
const MAKING_RATE_LIMIT: RateLimit = {
  name: 'access tokens',
  account: { times: 20, seconds: 3600 },
  address: { times: 60, seconds: 3600 },
}
/** Who goes through all of them is still slower than that. */
const ENDING_RATE_LIMIT: RateLimit = {
  name: 'ends of access tokens',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const scope = z.enum(TOKEN_SCOPES).meta({
  description:
    'read: what I see. write: also what I write and do. moderate: also what moderators do, while I am one.',
})
const accessTokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scope,
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable().meta({ description: 'To the minute; null: never' }),
  expires_at: z.iso.datetime(),
})

/** Also for who may write nothing any more: an account stays its owner's. */
const ALWAYS = { whileSuspended: true }

/** What members make for their programs. None of this takes an access token. */
export const accessTokens = oc.tag('Access tokens').router({
  list: oc
    .route({
      method: 'GET',
      path: '/me/access-tokens',
      summary: 'My access tokens, the latest first',
      description: `Those that have ended are listed for ${ENDED_DAYS} days more.`,
    })
    .output(
      z.object({
        items: z.array(accessTokenSchema),
        next: z.null(),
        can: z.object({ create: z.array(scope).meta({ description: 'What a new one may be good for' }) }),
      }),
    ),

  create: proven(MAKING_RATE_LIMIT)
    .route({
      method: 'POST',
      path: '/me/access-tokens',
      successStatus: 201,
      summary: 'Make an access token for a program; a mail says so',
      description: `A member has at most ${TOKENS_MAX} that have not ended.`,
    })
    .input(
      z.object({
        name: z
          .string()
          .overwrite(oneLine)
          .refine((name) => !isBlank(name), NAME_MISSING)
          .max(NAME_MAX, NAME_TOO_LONG),
        scope,
        days: z.literal([...LIFETIMES]).meta({ description: 'Until it ends' }),
      }),
    )
    .errors({
      FORBIDDEN: {
        message: 'Only moderators and admins make tokens that moderate.',
        data: z.object({ field: z.string() }),
      },
      CONFLICT: { message: TOO_MANY },
    })
    .output(
      accessTokenSchema.extend({
        token: z.string().meta({ description: 'Shown this once: only its SHA-256 is kept.' }),
      }),
    ),

  remove: rateLimited(ENDING_RATE_LIMIT)
    .meta(ALWAYS)
    .route({
      method: 'DELETE',
      path: '/me/access-tokens/{id}',
      summary: 'Revoke one of my access tokens, at once',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'There is no such access token any more.' } })
    .output(z.object({ id: z.uuid() })),

  removeAll: rateLimited(ENDING_RATE_LIMIT)
    .meta(ALWAYS)
    .route({ method: 'DELETE', path: '/me/access-tokens', summary: 'Revoke all my access tokens, at once' })
    .output(z.object({ revoked: z.int() })),
})

export type OwnAccessToken = z.infer<typeof accessTokenSchema>
