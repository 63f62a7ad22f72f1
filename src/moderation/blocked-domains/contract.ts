import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { CURSOR_ERRORS, cursorSchema } from '../../platform/keyset-schema.ts'
import { manyLines, oneLine } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { REASON_LIMIT } from '../policy.ts'
import { readDomainCursor } from './cursor.ts'
import { NO_DOMAIN, TYPED_MAX } from './policy.ts'

/** Allows a moderator to paste a list of domains one by one. */
const DOMAIN_RATE_LIMIT: RateLimit = {
  name: 'blocked domains',
  account: { times: 120, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const domainSchema = z.object({
  domain: z.string().meta({ description: 'Lowercase, in punycode. Includes subdomains.' }),
  reason: z.string(),
  added_by: authorSchema.nullable().meta({ description: 'null: the account was deleted.' }),
  created_at: z.iso.datetime(),
})

const typed = z
  .string()
  .overwrite(oneLine)
  .min(1, NO_DOMAIN)
  .max(TYPED_MAX, NO_DOMAIN)
  .meta({ description: 'A URL, host or domain' })

/** Lists, blocks and unblocks domains. For moderators and admins. */
export const blockedDomainsContract = oc.tag('Moderation').router({
  list: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/domains',
      summary: 'List blocked domains, newest first',
    })
    .input(z.object({ cursor: cursorSchema(readDomainCursor) }))
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(domainSchema), next: z.string().nullable() })),
  add: rateLimited(DOMAIN_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'POST',
      path: '/moderation/domains',
      successStatus: 201,
      summary: 'Block a domain and its subdomains',
      description: 'Content that links there requires approval, and profiles can’t use it as their website.',
    })
    .input(
      z.object({
        domain: typed,
        reason: z
          .string()
          .overwrite(manyLines)
          .max(REASON_LIMIT, `The reason can have at most ${REASON_LIMIT} characters.`)
          .default('')
          .meta({ description: 'Shown in the public log, which doesn’t name the domain' }),
      }),
    )
    .errors({
      BAD_REQUEST: { message: NO_DOMAIN, data: z.object({ field: z.string() }).optional() },
      CONFLICT: { message: 'This domain is already blocked.', data: z.object({ field: z.string() }) },
    })
    .output(domainSchema),
  remove: rateLimited(DOMAIN_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({ method: 'DELETE', path: '/moderation/domains/{domain}', summary: 'Unblock a domain' })
    .input(z.object({ domain: typed }))
    .errors({ NOT_FOUND: { message: 'This domain isn’t blocked.' } })
    .output(z.object({ domain: z.string() })),
})

export type BlockedDomain = z.infer<typeof domainSchema>
