import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
import { auth } from '../features/accounts/contract.ts'
import { live } from '../features/live/contract.ts'
import type { Config } from '../platform/config.server.ts'
import type { Site } from '../platform/site.ts'
import { contract } from './contract.ts'
import type { Services } from './core/context.server.ts'
import { addSecurity, securitySchemes } from './security.server.ts'

const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
let description: Promise<OpenAPI.Document> | undefined

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** `/api/openapi.json`, and the same to read at `/api/docs`. */
export function referenceRoutes({ config, siteSettings }: Services) {
  return new Hono()
    .get('/api/openapi.json', async (c) => c.json(await apiDescription(config, siteSettings.site)))
    .get('/api/docs', async (c) => {
      c.header('content-security-policy', PAGE_POLICY)
      return c.html(referencePage(await apiDescription(config, siteSettings.site)))
    })
}

/** The API as an OpenAPI 3.1 document, made once but for the name of the forum. */
export async function apiDescription(config: Config, { product }: Site): Promise<OpenAPI.Document> {
  description ??= describe(config)
  const document = await description
  return { ...document, info: { ...document.info, title: `${product} API` } }
}

async function describe(config: Config): Promise<OpenAPI.Document> {
  const document = await generator.generate(
    { ...contract, auth, live },
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
  'Lists answer { items, next }; `next` is the cursor of the following page or null. Times are ISO 8601 in UTC. ' +
  'Errors answer { code, message, data? }. Programs send an access token, which their member makes on /settings, as ' +
  '`Authorization: Bearer thr_…`; each operation says which scope it has to have. What takes none asks for a session: ' +
  'POST /auth/sign-in/email answers one to send as a bearer token.'

/** The same as a page to read: no script, no foreign host. */
function referencePage(document: OpenAPI.Document): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) =>
      operationSection(method.toUpperCase(), path, operation as OpenAPI.OperationObject),
    ),
  )
  const title = escaped(document.info.title)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${escaped(INTRODUCTION)}</p>
<p>The machine-readable form is <a href="/api/openapi.json">/api/openapi.json</a>.</p>${operations.join('')}</main></html>`
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
