import { Hono } from 'hono'
import type { Services } from '../../api/context.server.ts'
import type { Limit } from '../../api/limited.ts'
import { takeTurn } from '../../api/limits.server.ts'
import { protection } from '../../platform/security.server.ts'
import { siteOf } from '../../platform/site.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageAddress, type Pictured } from './address.ts'
import type { Card } from './card.server.tsx'
import { Drawings } from './drawings.server.ts'
import { SITE_IMAGE } from './site-image.ts'
import { findPictured } from './sql.server.ts'

type Env = { Variables: { address: string } }

/** Another title has another address. */
const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
/** What the forum is about, where nothing else is to be said. */
const SUBJECT = 'Human enhancement, consciousness, AI and the future of life'
/** Those who show links ask for a few; who asks for more wants to keep us drawing. */
const DRAWING: Limit = { name: 'images', address: { times: 60, seconds: 60 } }

/** `/post/{id}/image-{version}.png` and `/social-image.png`: what links to the forum look like elsewhere. */
export function socialImages(services: Services) {
  const drawings = new Drawings()
  const site = siteOf(services.config)
  const headers = (age: string) => ({
    ...protection(services.config),
    'content-type': 'image/png',
    'cache-control': age,
  })
  const instead = `A discussion on ${site.name}`
  return new Hono<Env>()
    .get(SITE_IMAGE, async (c) => {
      const card = { site: site.name, title: SUBJECT, line: new URL(site.url).host }
      return (await drawings.read(SITE_IMAGE, headers(A_DAY), card, SUBJECT)).respond(c.req.raw)
    })
    .get('/post/:id/:file{image-[a-z0-9]+\\.png}', async (c, next) => {
      const { id } = c.req.param()
      const post = isUuid(id) ? await findPictured(services.db, id) : undefined
      if (!post) return next()
      const address = imageAddress(post)
      // An old or an invented version: of each post there is one image.
      if (c.req.path !== address) return c.redirect(address, 302)
      const refusal = drawings.has(address) ? undefined : refuse(services, drawings, c.var.address)
      if (refusal) return refusal
      return (await drawings.read(address, headers(FOREVER), cardOf(post, site.name), instead)).respond(
        c.req.raw,
      )
    })
}

function refuse(services: Services, drawings: Drawings, address: string): Response | undefined {
  const wait = takeTurn(services, DRAWING, { address })
  if (wait > 0) return new Response(null, { status: 429, headers: { 'retry-after': String(wait) } })
  return drawings.isBusy ? new Response(null, { status: 503, headers: { 'retry-after': '5' } }) : undefined
}

function cardOf({ title, author, categories }: Pictured, site: string): Card {
  return { site, title, line: author ? `by ${author}` : '', badges: categories }
}
