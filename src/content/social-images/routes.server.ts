import { type Context as Call, Hono } from 'hono'
import type { Services } from '../../core/context.server.ts'
import type { GuestQueues } from '../../core/guest-queues.server.ts'
import { consumeRateLimit } from '../../core/rate-limit.server.ts'
import type { RateLimit } from '../../core/rate-limited.ts'
import { CachedResponse } from '../../platform/cache/cached-response.server.ts'
import type { Rate } from '../../platform/http/rate.ts'
import { securityHeaders } from '../../platform/http/security.server.ts'
import { OverloadedError } from '../../platform/outage.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageAddress, SITE_IMAGE_PATH } from './address.ts'
import type { SocialImages } from './social-images.server.ts'
import { findSocialImageSubject } from './sql.server.ts'

type Env = { Variables: { address: string } }

const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
/** Limits images drawn on demand, per IP address. Few are, because a queued job draws those of new posts. */
const DRAWING: RateLimit = { name: 'images', address: { times: 20, seconds: 60 } }
/** Limits images drawn on demand for all clients together. At this rate, they take a sixth of a CPU core. */
const DRAWING_IN_ALL: Rate = { times: 60, seconds: 60 }

/** Serves `/post/{id}/image-{version}.png` and `/social-image.png`. */
export function socialImageRoutes(services: Services & { socialImages: SocialImages }, queues: GuestQueues) {
  const { config, visitorDb: db, siteSettings, socialImages } = services
  const answer = (c: Call<Env>, body: Uint8Array<ArrayBuffer>, age: string) => {
    const headers = { ...securityHeaders(config), 'content-type': 'image/png', 'cache-control': age }
    return new CachedResponse({ status: 200, headers, body }).respond(c.req.raw)
  }
  return new Hono<Env>()
    .onError((error) => {
      if (error instanceof OverloadedError) return refused(503, error.seconds)
      throw error
    })
    .get(SITE_IMAGE_PATH, async (c) => answer(c, await socialImages.ofForum(), A_DAY))
    .get('/post/:id/:file{image-[a-z0-9]+\\.png}', async (c, next) => {
      const { id } = c.req.param()
      const admit = queues.of(c, c.req.path)
      const post = isUuid(id) ? await admit(() => findSocialImageSubject(db, id)) : undefined
      if (!post) return next()
      const address = imageAddress(post, siteSettings.site)
      // An outdated version in the URL redirects to the current image.
      if (c.req.path !== address) return c.redirect(address, 302)
      const image = await socialImages.find(post)
      if (image) return answer(c, image, FOREVER)
      return (await refuse(services, c)) ?? answer(c, await socialImages.draw(post), FOREVER)
    })
}

async function refuse(services: Services, c: Call<Env>): Promise<Response | undefined> {
  const wait = await consumeRateLimit(services, DRAWING, { address: c.var.address })
  if (wait > 0) return refused(429, wait)
  const full = services.config.RATE_LIMITS
    ? await services.rateLimiter.consume([{ key: `${DRAWING.name} of all`, rate: DRAWING_IN_ALL }])
    : 0
  return full > 0 ? refused(503, full) : undefined
}

function refused(status: 429 | 503, seconds: number): Response {
  return new Response(null, { status, headers: { 'retry-after': String(seconds) } })
}
