import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
import { authContract } from '../accounts/contract.ts'
import { liveContract } from '../accounts/live/contract.ts'
import { cookieName } from '../accounts/session/session-cookie.server.ts'
import type { Services } from '../core/context.server.ts'
import { PUBLIC_API } from '../core/public-paths.ts'
import type { Config } from '../platform/config/config.server.ts'
import type { Site } from '../platform/site.ts'
import { contract } from './contract.ts'
import { type ApiOperation, operations } from './operations.server.ts'

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
let description: Promise<OpenAPI.Document> | undefined

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export function referenceRoutes({ config, siteSettings }: Services) {
  return new Hono()
    .get('/api/openapi.json', async (c) => c.json(await apiDescription(config, siteSettings.site)))
    .get('/api/docs', async (c) => {
      c.header('content-security-policy', PAGE_POLICY)
      return c.html(referencePage(await apiDescription(config, siteSettings.site)))
    })
}

/** Returns the OpenAPI 3.1 document, which is built once. Only the forum's name in it can change. */
export async function apiDescription(config: Config, { product }: Site): Promise<OpenAPI.Document> {
  description ??= describe(config)
  const document = await description
  return { ...document, info: { ...document.info, title: `${product} API` } }
}

async function describe(config: Config): Promise<OpenAPI.Document> {
  const document = await generator.generate(
    { ...contract, auth: authContract, live: liveContract },
    {
      info: { title: `${config.PRODUCT_NAME} API`, version: '1', description: INTRODUCTION },
      servers: [{ url: `${config.PUBLIC_URL}/api` }],
      components: { securitySchemes: securitySchemes(config) },
    },
  )
  addSecurity(document)
  return document
}

const INTRODUCTION =
  'Lists return { items, next }; `next` is the cursor of the following page or null. Times are ISO 8601 in UTC. ' +
  'Errors return { code, message, data? }. Programs send an access token, which members create in /settings/security, as ' +
  '`Authorization: Bearer thr_…`; each operation lists the scope it requires. Operations without a scope require a session: ' +
  'POST /auth/sign-in/email returns one to send as a bearer token.'

function referencePage(document: OpenAPI.Document): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) =>
      operationSection(method.toUpperCase(), path, operation as OpenAPI.OperationObject),
    ),
  )
  const title = escaped(document.info.title)
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${escaped(INTRODUCTION)}</p>
<p>The machine-readable form is <a href="/api/openapi.json">/api/openapi.json</a>.</p>${operations.join('')}</main></body></html>`
}

function operationSection(method: string, path: string, operation: OpenAPI.OperationObject) {
  const { summary = '', parameters = [], requestBody, responses = {}, security = [] } = operation
  const [scope] = security.flatMap(({ bearer = [] }) => bearer)
  const answers = Object.entries(responses).map(
    ([status, response]) => `<h2>${status}</h2>${json((response as OpenAPI.ResponseObject).content)}`,
  )
  return `<details><summary><b>${method}</b> <code>${escaped(path)}</code> ${escaped(summary)}</summary>
${scope ? `<p>Access token: <b>${escaped(scope)}</b></p>` : ''}${parameters.length > 0 ? `<h2>Parameters</h2>${json(parameters)}` : ''}
${requestBody ? `<h2>Body</h2>${json((requestBody as OpenAPI.RequestBodyObject).content)}` : ''}${answers.join('')}</details>`
}

function json(value: unknown) {
  return value === undefined ? '' : `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`
}

function escaped(text: string) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

const STYLE = `:root{color-scheme:dark light;font:16px/1.6 system-ui}main{max-width:60rem;margin:2rem auto;padding:0 1rem}
details{border-top:1px solid #8884;padding:.6rem 0}summary{cursor:pointer}pre{overflow:auto;padding:1rem;background:#8881}
b{display:inline-block;min-width:4.5em}h2{font-size:1rem;margin:.8rem 0 .2rem}`

type Schemes = NonNullable<OpenAPI.ComponentsObject['securitySchemes']>
type Security = OpenAPI.SecurityRequirementObject[]

function securitySchemes(config: Pick<Config, 'PUBLIC_URL'>): Schemes {
  return {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'thr_ followed by 49 letters and digits',
      description:
        'An access token for programs, created by a member in /settings/security. Its scope is `read`, `write` or `moderate`; each ' +
        'includes the ones before it. Operations without a scope refuse access tokens. Send the token without cookie and ' +
        'X-CSRF-Token. Expired tokens always return 401.',
    },
    session: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `token` that sign-in returns to clients other than browsers.',
    },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName(config),
      description: 'Set by sign-in, for browsers on the forum’s own pages.',
    },
    csrf: {
      type: 'apiKey',
      in: 'header',
      name: 'X-CSRF-Token',
      description: 'Any 32 letters, digits, hyphens or underscores. Other sites can’t send this header.',
    },
  }
}

const READING: Security = [{ session: [] }, { cookie: [] }]
const WRITING: Security = [{ session: [] }, { cookie: [], csrf: [] }]
const ANONYMOUS: Security[number] = {}
const OWN_ROUTES: Record<string, Security> = {
  'GET /live': [ANONYMOUS, ...READING],
  'POST /auth/sign-out': WRITING,
}

/** Adds security requirements and errors, derived from the guards. Sign-in and public GETs need none. */
function addSecurity(document: OpenAPI.Document): void {
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
  'SUSPENDED for suspended members, WARNED until a warning is acknowledged: `data.sanction` has the reason, `data.appeal` the page to appeal on.'

function refusalsOf(operation: ApiOperation | undefined): OpenAPI.ResponsesObject {
  const [guard = 'visitor'] = operation?.guards ?? []
  if (!operation || isForEverybody(operation)) return {}
  if (guard === 'visitor') return { 403: { description: tokenRefusal(operation) } }
  const nobody = { 401: { description: 'Not signed in, or the access token is invalid or expired.' } }
  const who = guard === 'member' ? '' : `For ${GUARDED[guard]}.`
  const standing = operation.whileSuspended ? '' : STANDING
  const description = [who, standing, tokenRefusal(operation)].filter(Boolean).join(' ')
  return { ...nobody, 403: { description } }
}

function tokenRefusal({ token }: ApiOperation): string {
  return token
    ? `SCOPE_REQUIRED for an access token without the scope \`${token}\`.`
    : 'ACCESS_TOKEN_REFUSED for an access token.'
}

function securityOf(operation: ApiOperation): Security {
  const { method, guards, token } = operation
  if (isForEverybody(operation)) return []
  const byToken = token ? [{ bearer: [token] }] : []
  const needed = [...byToken, ...(method === 'GET' ? READING : WRITING)]
  return guards.includes('visitor') ? [ANONYMOUS, ...needed] : needed
}

function isForEverybody({ method, path }: ApiOperation): boolean {
  return method === 'GET' && PUBLIC_API.test(`/api${path}`)
}
