import { Hono } from 'hono'
import type { Services } from '../../core/context.server.ts'
import type { GuestQueues } from '../../core/guest-queues.server.ts'
import type { Site } from '../../platform/site.ts'
import { siteIcons } from '../../platform/site-icons.ts'
import { robotsText } from './robots.ts'
import { Sitemap } from './sitemap.server.ts'

const AN_HOUR = 'public, max-age=3600'
const A_DAY = 'public, max-age=86400'

export function discovery(services: Services, queues: GuestQueues) {
  const sitemap = new Sitemap(services)
  const robots = () =>
    robotsText({
      url: services.config.PUBLIC_URL,
      aiTraining: services.siteSettings.settings?.ai_training ?? 'allowed',
    })
  return (
    new Hono<{ Variables: { address: string } }>()
      .get('/robots.txt', (c) => c.text(robots(), 200, { 'cache-control': AN_HOUR }))
      // Password managers open this URL (W3C, "A Well-Known URL for Changing Passwords").
      .get('/.well-known/change-password', (c) => c.redirect('/settings/security', 302))
      .get('/opensearch.xml', (c) =>
        c.body(openSearch(services.siteSettings.site), 200, {
          'content-type': 'application/opensearchdescription+xml; charset=utf-8',
          'cache-control': A_DAY,
        }),
      )
      .on('GET', ['/sitemap.xml', '/sitemaps/*'], async (c, next) => {
        const { path } = c.req
        const answer = sitemap.peek(path) ?? (await queues.of(c, path)(() => sitemap.read(path)))
        return answer ? answer.respond(c.req.raw) : next()
      })
  )
}

/** Returns the OpenSearch 1.1 document for search from the address bar. ShortName allows 16 characters. */
function openSearch(site: Site): string {
  const { name, product, url } = site
  const address = escaped(url)
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escaped(product.slice(0, 16))}</ShortName>
<Description>${escaped(`Search the discussions of ${name}`)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="512" height="512" type="image/png">${address}${siteIcons(site).png512}</Image>
<Url type="text/html" method="get" template="${address}/forum?search={searchTerms}"/>
<Url type="application/x-suggestions+json" method="get" template="${address}/opensearch/suggestions?search={searchTerms}"/>
</OpenSearchDescription>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
