import { ORPCError } from '@orpc/server'
import type { Context as Call } from 'hono'
import type { Services } from './api/core/context.server.ts'
import { toTypedError } from './api/core/errors.server.ts'
import { busyPage } from './busy.server.tsx'
import { contentSecurityPolicy, securityHeaders } from './platform/security.server.ts'

const CRASHED = { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on our side.' }

type Env = { Variables: { requestId: string } }

/** The answer to what a request threw: a refusal that says when to try again, else a crash, which is logged. */
export function respondToError<E extends Env>(c: Call<E>, thrown: unknown, services: Services): Response {
  const error = toTypedError(thrown)
  if (error instanceof ORPCError && (error.status === 429 || error.status === 503))
    return refuse(c, error, services)
  // An upload that is refused before it is read.
  if (error instanceof ORPCError && error.status === 403)
    return c.json(error, 403, { 'cache-control': 'no-store' })
  const request_id = c.get('requestId')
  services.log.error({ err: error, requestId: request_id, path: c.req.path }, 'a request failed')
  return c.json({ ...CRASHED, data: { request_id } }, 500)
}

/** Too fast, too much, or without a database: whoever asked for a page gets one, with the time to try again. */
function refuse(c: Call, error: ORPCError<string, unknown>, { config, siteSettings }: Services): Response {
  const { retry_after = 5 } = (error.data ?? {}) as { retry_after?: number }
  const headers = {
    ...securityHeaders(config),
    'retry-after': String(retry_after),
    'cache-control': 'no-store',
  }
  const isForm = c.req.path.startsWith('/api/') || c.req.method !== 'GET'
  if (isForm) return Response.json(error, { status: error.status, headers })
  const body = busyPage(siteSettings.site, error.message, retry_after)
  const page = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(body),
  }
  return new Response(body, { status: error.status, headers: { ...headers, ...page } })
}
