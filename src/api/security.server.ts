import type { OpenAPI } from '@orpc/openapi'
import { cookieName } from '../features/accounts/session/session-cookie.server.ts'
import type { Config } from '../platform/config.server.ts'
import { PUBLIC_API } from './core/public-paths.ts'
import { operations } from './operations.server.ts'

type Schemes = NonNullable<OpenAPI.ComponentsObject['securitySchemes']>
type Security = OpenAPI.SecurityRequirementObject[]

/** The ways to say who asks. */
export function securitySchemes(config: Pick<Config, 'PUBLIC_URL'>): Schemes {
  return {
    bearer: { type: 'http', scheme: 'bearer', description: 'The `token` that signing in answers.' },
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

const READING: Security = [{ bearer: [] }, { cookie: [] }]
const WRITING: Security = [{ bearer: [] }, { cookie: [], csrf: [] }]
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

function refusalsOf(operation: (typeof operations)[number] | undefined): OpenAPI.ResponsesObject {
  const [guard = 'visitor'] = operation?.guards ?? []
  if (guard === 'visitor') return {}
  const nobody = { 401: { description: 'Nobody is signed in.' } }
  const who = guard === 'member' ? '' : `For ${GUARDED[guard]}.`
  const standing = operation?.whileSuspended ? '' : STANDING
  const description = [who, standing].filter(Boolean).join(' ')
  return description ? { ...nobody, 403: { description } } : nobody
}

function securityOf({ method, path, guards }: (typeof operations)[number]): Security {
  const needed = method === 'GET' ? READING : WRITING
  if (!guards.includes('visitor')) return needed
  return method === 'GET' && PUBLIC_API.test(`/api${path}`) ? [] : [ANONYMOUS, ...needed]
}
