import { Hono } from 'hono'
import { discovery } from '../content/discovery/routes.server.ts'
import { feeds } from '../content/feeds/routes.server.ts'
import { socialImageRoutes } from '../content/social-images/routes.server.ts'
import { browserSuggestions } from '../content/suggestions/browser.server.ts'
import type { GuestQueues } from '../core/guest-queues.server.ts'
import { transparencyRoutes } from '../moderation/transparency/routes.server.ts'
import { fileRoutes } from '../platform/files/files.server.ts'
import { assets } from '../platform/http/assets.server.ts'
import { manifest } from '../platform/http/manifest.server.ts'
import { scriptRoutes } from '../shell/offline/routes.server.ts'
import type { AppServices } from './context.server.ts'
import { referenceRoutes } from './reference.server.ts'

/** Returns the routes of files: feeds, sitemap, images, assets, documentation of the API. */
export function publicFiles(services: AppServices, queues: GuestQueues) {
  return new Hono<{ Variables: { address: string } }>()
    .route(
      '/',
      manifest(() => services.siteSettings.site),
    )
    .route('/', discovery(services, queues))
    .route('/', browserSuggestions(services, queues))
    .route('/', feeds(services, queues))
    .route('/', transparencyRoutes(services, queues))
    .route('/', socialImageRoutes(services, queues))
    .route('/', scriptRoutes(services.config, '/sw.js'))
    .route('/', scriptRoutes(services.config, '/guest-check.js'))
    .get('/assets/*', assets())
    .route('/', fileRoutes(services.files, services.log))
    .get('/:file{[a-z0-9-]+\\.(?:ico|svg|png)}', assets())
    .route('/', referenceRoutes(services))
}
