import type { IncomingMessage } from 'node:http'
import { type Context as Call, Hono, type MiddlewareHandler } from 'hono'
import {
  AccessTokenCache,
  accessTokenGate,
  type TokenVariables,
} from '../accounts/access-tokens/access-token-cache.server.ts'
import { PassGate } from '../accounts/guest-passes/guest-gate.server.ts'
import { guestCheckRoutes } from '../accounts/guest-passes/routes.server.ts'
import { liveRoutes } from '../accounts/live/routes.server.ts'
import { openIdRoutes } from '../accounts/openid/routes.server.ts'
import { passkeyRoutes } from '../accounts/passkeys/routes.server.ts'
import { authRoutes } from '../accounts/routes.server.ts'
import { ANONYMOUS, type Authentication } from '../accounts/session/session.server.ts'
import { SessionCache } from '../accounts/session/session-cache.server.ts'
import { hasSessionCookie, memberHint } from '../accounts/session/session-cookie.server.ts'
import { PICTURE_UPLOAD, pictureRoutes } from '../content/pictures/routes.server.ts'
import { type FindMember, GuestQueues } from '../core/guest-queues.server.ts'
import { PUBLIC_API } from '../core/public-paths.ts'
import { withRetryAfter } from '../core/rate-limit.server.ts'
import { oldAddresses } from '../imports/old-addresses.server.ts'
import { SITE_PICTURE_UPLOADS } from '../pages/site-settings/site-pictures.server.ts'
import { AVATAR_UPLOAD, imageUploads, type UploadVariables } from '../people/profiles/avatar.server.ts'
import type { RenderedResponse } from '../platform/cache/cached-response.server.ts'
import { clientAddress } from '../platform/http/address.server.ts'
import { bodyLimit } from '../platform/http/body-limit.server.ts'
import { csrfGuard } from '../platform/http/csrf.server.ts'
import { secureHeaders, securityHeaders } from '../platform/http/security.server.ts'
import { type StreamEnv, streaming } from '../platform/http/streaming.server.ts'
import { timing } from '../platform/metrics.server.ts'
import { GuestPassRequiredError } from '../platform/outage.ts'
import { unsubscribeRoutes } from '../settings/mail-choices/routes.server.ts'
import { GuestCheckResponses } from '../shell/guest-check/page.server.tsx'
import { respondAndCountView } from '../staff/dashboard/day-counts.server.ts'
import { cacheKey, loadRoutes } from './cache-key.server.ts'
import type { AppServices } from './context.server.ts'
import { respondToError } from './error-response.server.tsx'
import { publicFiles } from './files.server.ts'
import { renderPage } from './page.server.tsx'
import { redirectToCurrentAddress, renderAtAddress } from './post-address.server.ts'
import { addProbes } from './probes-and-metrics.server.ts'
import { isPublicQuery } from './public-queries.ts'
import { apiHandler } from './router.server.ts'
import { withShortcut } from './shortcut.server.ts'

const NO_OPERATION = { code: 'NOT_FOUND', message: 'Operation not found. See /api/docs for the list.' }

type Env = {
  Bindings: { incoming?: IncomingMessage } & StreamEnv['Bindings']
  Variables: { requestId: string } & TokenVariables & UploadVariables & StreamEnv['Variables']
}

export function createApp(services: AppServices) {
  const app = new Hono<Env>()
  const viewers = new SessionCache(services)
  const live = liveRoutes(services, viewers)
  const { gate, checks, queues } = admission(services, viewers)
  app.use('/api/live', streaming())
  app.use(identify(services), timing(), secureHeaders(services.config))
  app.onError((thrown, c) => {
    if (thrown instanceof GuestPassRequiredError) return checks.refuse(c.req.path)
    return respondToError(c, thrown, services)
  })
  const probes = addProbes(app, services)
  app.route('/', pictureRoutes(services, viewers, queues))
  app.route('/', publicFiles(services, queues))
  const usesCookie = (headers: Headers) => hasSessionCookie(headers, services.config)
  for (const path of ['/api/*', '/auth/callback/*']) app.use(path, memberHint(services.config))
  const uploads = [AVATAR_UPLOAD, PICTURE_UPLOAD, ...SITE_PICTURE_UPLOADS].map((upload) =>
    imageUploads(services, viewers, upload),
  )
  app.use('/api/*', csrfGuard(services.config, usesCookie))
  app.use('/api/*', accessTokenGate(new AccessTokenCache(services)))
  app.use('/api/*', bodyLimit(uploads, POST_PATHS))
  app.use('/api/auth/*', async (c, next) => {
    await next()
    // The session may have changed. This node's cache drops it now, a trigger clears the others soon.
    if (c.res.status < 400) viewers.forgetSession(c.req.raw.headers)
  })
  app.route('/', guestCheckRoutes(services, gate))
  app.route('/', openIdRoutes(services))
  app.route('/', passkeyRoutes(services))
  app.route('/', authRoutes(services))
  app.route('/', unsubscribeRoutes(services))
  app.route('/', live.routes)
  app.all('/api/*', (c) => answerApi(c, services, viewers, queues))
  app.route('/', oldAddresses(services, queues))
  app.get('*', (c) => answerPage(c, services, queues))
  // Redirects a form that was sent without JavaScript to its page, instead of returning a JSON error.
  app.post('*', (c) => c.redirect(new URL(c.req.url).pathname.replace(/^\/+/, '/'), 303))
  app.notFound((c) => c.json(NO_OPERATION, 404))
  const fetch = withShortcut(app.fetch, services, checks)
  return { fetch, endStreams: live.end, leave: probes.leave, routes: app.routes }
}

function admission(services: AppServices, viewers: SessionCache) {
  const gate = new PassGate(services)
  const findMember: FindMember = async (c) => c.var.asking?.viewer?.id ?? viewers.memberOf(c.req.raw.headers)
  return {
    gate,
    checks: new GuestCheckResponses(services, gate),
    queues: new GuestQueues(services, findMember, gate),
  }
}

const POST_PATHS = /^\/api\/posts(?:\/[^/]+)?$/

function identify({ config }: AppServices): MiddlewareHandler<Env> {
  const addressOf = clientAddress(config.TRUSTED_PROXIES)
  return async (c, next) => {
    c.set('requestId', crypto.randomUUID())
    c.set('address', addressOf(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
    c.res.headers.set('x-request-id', c.var.requestId)
  }
}

async function answerApi(
  c: Call<Env>,
  services: AppServices,
  viewers: SessionCache,
  queues: GuestQueues,
): Promise<Response> {
  const isPublic = c.req.method === 'GET' && PUBLIC_API.test(c.req.path)
  if (!isPublic) {
    const asking: Authentication = c.var.asking ?? (await viewers.authenticate(c.req.raw.headers))
    const work = () => operate(c, c.req.raw, services, asking)
    const isGuestRead = c.req.method === 'GET' && !asking.viewer
    const response = await (isGuestRead ? queues.of(c, c.req.path)(work) : work())
    response.headers.set('cache-control', 'no-store')
    for (const cookie of asking.cookies ?? c.var.renewedCookies ?? [])
      response.headers.append('set-cookie', cookie)
    return response
  }
  const key = isPublicQuery(c.req.path) ? cacheKey(c.req.url) : undefined
  if (key === undefined) return c.json(NO_OPERATION, 404)
  // The request is built from the cache key, so that the cached response depends on nothing else.
  const request = new Request(new URL(c.req.url).origin + key)
  const make = async (): Promise<RenderedResponse> => {
    const response = await operate(c, request, services, ANONYMOUS)
    const type = response.headers.get('content-type') ?? 'application/json'
    const wait = response.headers.get('retry-after')
    return {
      status: response.status,
      headers: {
        'content-type': type,
        ...securityHeaders(services.config),
        ...(wait && { 'retry-after': wait }),
      },
      body: await response.text(),
    }
  }
  const cache = c.req.path === '/api/suggestions' ? services.suggestionCache : services.responseCache
  return (await cache.read(key, make, queues.of(c, key, { needsPass: true }))).respond(c.req.raw)
}

async function operate(
  c: Call<Env>,
  request: Request,
  services: AppServices,
  { viewer, session, accessToken }: Authentication,
): Promise<Response> {
  const { requestId, address, consumedLimit } = c.var
  const userAgent = c.req.header('user-agent')
  const db = viewer ? services.db : services.visitorDb
  const sender = { viewer, session, accessToken, requestId, address, userAgent, consumedLimit }
  const context = { ...services, ...sender, db }
  const { matched, response } = await apiHandler.handle(request, { prefix: '/api', context })
  return matched ? withRetryAfter(response) : c.json(NO_OPERATION, 404)
}

async function answerPage(c: Call<Env>, services: AppServices, queues: GuestQueues): Promise<Response> {
  const { origin, pathname, search } = new URL(c.req.url)
  // Redirects here, because the router would build the redirect URL from the untrusted Host header.
  if (pathname.startsWith('//')) return c.redirect(pathname.replace(/^\/+/, '/') + search, 308)
  await loadRoutes()
  const key = cacheKey(c.req.url) ?? pathname
  const make = () =>
    renderAtAddress(key, services, (path) => renderPage(origin + path, services, c.var.requestId))
  const answer = await services.responseCache.read(key, make, queues.of(c, key, { needsPass: true }))
  const redirect = redirectToCurrentAddress(answer, c.req.url)
  if (redirect) return redirect
  if (answer.status === 404) services.log.info({ path: c.req.path }, 'page not found')
  return respondAndCountView(services, answer, c.req.raw)
}
