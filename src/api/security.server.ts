import type { OpenAPI } from '@orpc/openapi'
import { cookieName } from '../features/accounts/session/session-cookie.server.ts'
import type { Config } from '../platform/config.server.ts'
import { PUBLIC_API } from './core/public-paths.ts'
import { type Operation, operations } from './operations.server.ts'

type Schemes = NonNullable<OpenAPI.ComponentsObject['securitySchemes']>
type Security = OpenAPI.SecurityRequirementObject[]

/** The ways to say who asks. */
export function securitySchemes(config: Pick<Config, 'PUBLIC_URL'>): Schemes {
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'thr_ and 49 letters and digits',
      description:
        'An access token that a member has made on /settings, for programs. Its scope is `read`, `write` or `moderate`, each ' +
        'good for what those before it are; what names none of them takes no access token. It counts alone: no cookie and no ' +
        'X-CSRF-Token beside it, and one that has ended is 401 wherever it is sent.',
    },
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `token` that signing in answers who is no browser.',
    },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName(config),
      description: 'What signing in sets, for browsers on our own pages.',
    },
    csrf: {
      type: 'apiKey',
      in: 'header',
      name: 'X-CSRF-Token',
      description: 'Any 32 letters, digits, hyphens or underscores: a foreign page cannot send them.',
    },
  }
}

const READING: Security = [{ session: [] }, { cookie: [] }]
const WRITING: Security = [{ session: [] }, { cookie: [], csrf: [] }]
const ANONYMOUS: Security[number] = {}
/** What our own routes serve, of which no procedure with a guard tells. */
const OWN_ROUTES: Record<string, Security> = {
  'GET /live': [ANONYMOUS, ...READING],
  'POST /auth/sign-out': WRITING,
}

/**
 * Says of each operation who has to ask, as its guard does, and how others are refused. Accounts and what answers
 * everybody alike need nobody.
 */
export function addSecurity(document: OpenAPI.Document): void {
  const guarded = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]))
  for (const [path, methods] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(methods ?? {})) {
      const address = `${method.toUpperCase()} ${path}`
      const guardedBy = guarded.get(address)
      const { responses } = operation as OpenAPI.OperationObject
      const security = guardedBy ? securityOf(guardedBy) : (OWN_ROUTES[address] ?? [])
      Object.assign(operation, { security, responses: { ...refusalsOf(guardedBy), ...responses } })
    }
}

const GUARDED = {
  curator: 'editors and admins',
  staff: 'moderators and admins',
  editor: 'editors',
  admin: 'admins',
}

const STANDING =
  'SUSPENDED for suspended members, WARNED until a warning is acknowledged: `data.sanction` says why, `data.appeal` where to appeal.'

function refusalsOf(operation: Operation | undefined): OpenAPI.ResponsesObject {
  const [guard = 'visitor'] = operation?.guards ?? []
  if (!operation || isForEverybody(operation)) return {}
  if (guard === 'visitor') return { 403: { description: tokenRefusal(operation) } }
  const nobody = { 401: { description: 'Nobody is signed in, or the access token is none any more.' } }
  const who = guard === 'member' ? '' : `For ${GUARDED[guard]}.`
  const standing = operation.whileSuspended ? '' : STANDING
  const description = [who, standing, tokenRefusal(operation)].filter(Boolean).join(' ')
  return { ...nobody, 403: { description } }
}

function tokenRefusal({ token }: Operation): string {
  return token
    ? `SCOPE_REQUIRED for an access token without the scope \`${token}\`.`
    : 'ACCESS_TOKEN_REFUSED for an access token.'
}

function securityOf(operation: Operation): Security {
  const { method, guards, token } = operation
  if (isForEverybody(operation)) return []
  const byToken = token ? [{ bearer: [token] }] : []
  const needed = [...byToken, ...(method === 'GET' ? READING : WRITING)]
  return guards.includes('visitor') ? [ANONYMOUS, ...needed] : needed
}

function isForEverybody({ method, path }: Operation): boolean {
  return method === 'GET' && PUBLIC_API.test(`/api${path}`)
}
