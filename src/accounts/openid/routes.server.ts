import { type Context as Call, Hono } from 'hono'
import type { Configuration } from 'openid-client'
import type { Services } from '../../core/context.server.ts'
import { consumeRateLimit, rateLimitMessage } from '../../core/rate-limit.server.ts'
import type { Config } from '../../platform/config/config.server.ts'
import type { OpenIdProvider } from '../../platform/config/openid-providers.server.ts'
import { errorResponse, rateLimitResponse, readInput } from '../api-response.server.ts'
import type { Auth } from '../auth.server.ts'
import { OPENID_RATE_LIMIT } from '../contract.ts'
import { inputs } from '../inputs.ts'
import { authLoader } from '../load-auth.server.ts'
import { localPath } from '../session/local-path.ts'
import type { Hashing } from '../sign-in/hashing.server.ts'
import { attemptCookie, newcomerCookie, readConnectTicket } from './cookies.server.ts'
import { OpenIdClients } from './provider.server.ts'
import { handleProviderCallback, signUpWithProvider } from './provider-callback.server.ts'

type Env = { Variables: { address: string } }

interface OpenIdServices {
  services: Services
  clients: OpenIdClients
  loadAuth: () => Promise<Auth>
}

/**
 * OpenID Connect, authorization code with PKCE. `POST /api/auth/openid/{provider}` returns the URL of the provider,
 * which redirects to `/auth/callback/{provider}`. New members choose a username (`/api/auth/openid/sign-up`). The
 * state is in a sealed cookie, so a sign-in must end in the browser where it began.
 */
export function openIdRoutes(services: Services & { hashing: Hashing }) {
  const desk = { services, clients: new OpenIdClients(), loadAuth: authLoader(services, services.hashing) }
  const routes = new Hono<Env>()
  routes.use('/api/auth/openid/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  routes.get('/api/auth/openid/sign-up', (c) => readNewcomer(desk, c))
  routes.post('/api/auth/openid/sign-up', (c) => signUpNewcomer(desk, c))
  routes.post('/api/auth/openid/:provider', (c) => leave(desk, c, c.req.param('provider')))
  routes.get('/auth/callback/:provider', (c) => arrive(desk, c, c.req.param('provider')))
  return routes
}

function readNewcomer({ services: { config } }: OpenIdServices, c: Call<Env>): Response {
  const newcomer = newcomerCookie.read(config, c.req.raw.headers)
  const provider = newcomer && find(config, newcomer.provider)
  if (!provider) return c.json({ newcomer: null })
  const { email, username } = newcomer
  return c.json({ newcomer: { provider: provider.name, email, username } })
}

async function signUpNewcomer({ services }: OpenIdServices, c: Call<Env>): Promise<Response> {
  const input = await readInput(c.req.raw, inputs.openIdSignUp)
  if (input instanceof Response) return input
  const wait = await consumeRateLimit(services, OPENID_RATE_LIMIT, c.var)
  if (wait > 0) return rateLimitResponse(wait)
  const newcomer = newcomerCookie.read(services.config, c.req.raw.headers)
  const provider = newcomer && find(services.config, newcomer.provider)
  if (!provider) return errorResponse(404, 'NOT_FOUND', 'The sign-in took too long. Please sign in again.')
  return signUpWithProvider(services, caller(c), { newcomer, provider, input })
}

async function leave({ services, clients }: OpenIdServices, c: Call<Env>, id: string): Promise<Response> {
  const { config } = services
  const input = await readInput(c.req.raw, inputs.openIdLeave)
  if (input instanceof Response) return input
  const wait = await consumeRateLimit(services, OPENID_RATE_LIMIT, c.var)
  if (wait > 0) return rateLimitResponse(wait)
  const provider = find(config, id)
  if (!provider) return errorResponse(404, 'NOT_FOUND', 'Provider not found.')
  const member_id = input.ticket && readConnectTicket(config, provider.id, input.ticket)
  if (input.ticket && !member_id)
    return errorResponse(403, 'FORBIDDEN', 'The request has expired. Please try again.')
  const configuration = await clients.of(provider).catch((error: unknown) => {
    services.log.warn({ err: error, provider: provider.id }, 'a provider could not be reached')
  })
  if (!configuration) {
    const message = `${provider.name} can’t be reached right now. Try again later.`
    return errorResponse(503, 'PROVIDER_AWAY', message)
  }
  const { url, ...secrets } = await askProvider(
    configuration,
    `${config.PUBLIC_URL}/auth/callback/${provider.id}`,
  )
  const about = { redirect: localPath(input.redirect) ?? '/', ...(member_id && { member_id }) }
  c.header('set-cookie', attemptCookie.set(config, { provider: provider.id, ...about, ...secrets }), {
    append: true,
  })
  return c.json({ url })
}

async function arrive(
  { services, clients, loadAuth }: OpenIdServices,
  c: Call<Env>,
  id: string,
): Promise<Response> {
  const { config } = services
  const wait = await consumeRateLimit(services, OPENID_RATE_LIMIT, c.var)
  if (wait > 0) return c.text(rateLimitMessage(wait), 429, { 'retry-after': String(wait) })
  const provider = find(config, id)
  if (!provider) return c.redirect('/auth?openid=failed', 303)
  const attempt = attemptCookie.read(config, c.req.raw.headers)
  const { path, cookies } = await handleProviderCallback(services, caller(c), {
    clients,
    loadAuth,
    provider,
    attempt,
    url: c.req.url,
  })
  return redirected(path, [attemptCookie.end(config), ...cookies])
}

async function askProvider(configuration: Configuration, redirect_uri: string) {
  const openid = await import('openid-client')
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const code_verifier = openid.randomPKCECodeVerifier()
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, state, nonce, code_verifier }
}

function find({ OIDC_PROVIDERS }: Pick<Config, 'OIDC_PROVIDERS'>, id: string): OpenIdProvider | undefined {
  return OIDC_PROVIDERS.find((provider) => provider.id === id)
}

function caller(c: Call<Env>) {
  return { headers: c.req.raw.headers, address: c.var.address }
}

function redirected(path: string, cookies: string[]): Response {
  const headers = new Headers({
    location: path,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
