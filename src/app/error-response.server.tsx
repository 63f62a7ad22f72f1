import { ORPCError } from '@orpc/server'
import type { Context as Call } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Services } from '../core/context.server.ts'
import { toTypedError } from '../core/errors.server.ts'
import { contentSecurityPolicy, securityHeaders } from '../platform/http/security.server.ts'
import type { Site } from '../platform/site.ts'
import styles from '../ui/styles.css?url'

const CRASHED = { code: 'INTERNAL_SERVER_ERROR', message: 'Something went wrong on our side.' }

type Env = { Variables: { requestId: string } }

export function respondToError<E extends Env>(c: Call<E>, thrown: unknown, services: Services): Response {
  const error = toTypedError(thrown, services.constraintErrors)
  if (error instanceof ORPCError && (error.status === 429 || error.status === 503))
    return refuse(c, error, services)
  // A forbidden upload of a picture is refused before its body is read, so before oRPC could respond.
  if (error instanceof ORPCError && error.status === 403)
    return c.json(error, 403, { 'cache-control': 'no-store' })
  const request_id = c.get('requestId')
  services.log.error({ err: error, requestId: request_id, path: c.req.path }, 'a request failed')
  return c.json({ ...CRASHED, data: { request_id } }, 500)
}

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

/** Renders a page that works without JavaScript and reloads itself after `retryAfter` seconds. */
function busyPage(site: Site, message: string, retryAfter: number): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en" data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="refresh" content={String(retryAfter)} />
        <meta name="robots" content="noindex" />
        <title>{`One moment, please | ${site.name}`}</title>
        <link rel="stylesheet" href={styles || undefined} />
      </head>
      <body>
        <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
          <h1 className="text-2xl">One moment, please</h1>
          <p className="max-w-md text-muted">{message}</p>
          <p className="max-w-md text-muted">This page will reload automatically.</p>
          <a href="/" className="mt-4 font-semibold text-act underline-offset-4 hover:underline">
            Return to Home
          </a>
        </main>
      </body>
    </html>,
  )}`
}
