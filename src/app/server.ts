import type { Services } from '../core/context.server.ts'
import { pageRendering } from '../core/page-rendering.ts'
import { loadConfig } from '../platform/config/config.server.ts'
import { postHref } from '../shared/branding/item-address.ts'
import { createApp } from './app.server.ts'
import { loadRoutes } from './cache-key.server.ts'
import { renderPage } from './page.server.tsx'
import { createJobsApp } from './probes-and-metrics.server.ts'
import { createServices, startServices, stopServices } from './services.server.ts'

const services = createServices(loadConfig(process.env))
const servesPages = services.config.ROLE !== 'jobs'
const app = servesPages ? createApp(services) : createJobsApp(services)
/** Loading better-auth blocks the process for 0.3 s, so it happens at startup, not on the first sign-in. */
const loadAuth = () => import('../accounts/auth.server.ts')

export default {
  fetch: app.fetch,
  start: async () => {
    await Promise.all([startServices(services), servesPages && loadAuth()])
    if (servesPages && import.meta.env.PROD) await warmUp(services)
  },
  /** Makes the readiness check fail, while requests are still served. */
  leave: app.leave,
  endStreams: app.endStreams,
  stop: () => stopServices(services),
}

/** Renders one page of each common kind. Without this, the first readers waited up to half a second for compilation. */
async function warmUp(services: Services): Promise<void> {
  const { config, log } = services
  try {
    await loadRoutes()
    const posts = await pageRendering.client?.posts.list({ limit: 1 })
    const paths = ['/', '/forum', ...(posts?.items ?? []).map(postHref)]
    for (const path of paths) await renderPage(config.PUBLIC_URL + path, services, 'start')
  } catch (error) {
    log.warn({ err: error }, 'no page could be rendered at startup')
  }
}
