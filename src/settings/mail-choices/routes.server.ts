import { type Context as Call, Hono } from 'hono'
import { LINK_TOKEN_RATE_LIMIT } from '../../accounts/contract.ts'
import { authSecret } from '../../accounts/verification/secrets.server.ts'
import type { Services } from '../../core/context.server.ts'
import { consumeRateLimit, rateLimitMessage } from '../../core/rate-limit.server.ts'
import { FORM_LIMIT } from '../../platform/http/body-limit.server.ts'
import { contentSecurityPolicy } from '../../platform/http/security.server.ts'
import {
  endSubscription,
  findSubscriptionTitle,
  isSubscribed,
  readSubscription,
} from './subscription.server.ts'
import { brokenLinkPage, unsubscribePage } from './unsubscribe-page.server.tsx'

type Env = { Variables: { address: string } }

/**
 * Serves `/unsubscribe/{token}` (RFC 8058). GET only shows a page. POST unsubscribes without a session or
 * redirect. Only invalid tokens are rate limited, because one mail provider may post for many members.
 */
export function unsubscribeRoutes(services: Services) {
  return new Hono<Env>()
    .get('/unsubscribe/:token', (c) => answer(services, c, false))
    .post('/unsubscribe/:token', FORM_LIMIT, (c) => answer(services, c, true))
}

async function answer(services: Services, c: Call<Env>, isPost: boolean): Promise<Response> {
  const { db, config, siteSettings } = services
  const found = readSubscription(authSecret(config), c.req.param('token') ?? '')
  if (!found) {
    const wait = await consumeRateLimit(services, LINK_TOKEN_RATE_LIMIT, c.var)
    if (wait > 0) return c.text(rateLimitMessage(wait), 429, { 'retry-after': String(wait) })
    return html(c, brokenLinkPage(siteSettings.site), 404)
  }
  if (isPost) await endSubscription(db, found)
  const { subscription } = found
  const title = await findSubscriptionTitle(db, subscription)
  return html(
    c,
    unsubscribePage(siteSettings.site, {
      subscription,
      title,
      isSubscribed: await isSubscribed(db, found),
      path: c.req.path,
    }),
    200,
  )
}

function html(c: Call<Env>, page: string, status: 200 | 404): Response {
  return c.html(page, status, {
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(page),
    'x-robots-tag': 'noindex',
  })
}
