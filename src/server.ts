import type { Services } from './api/core/context.server.ts'
import { createServices, startServices, stopServices } from './api/services.server.ts'
import { createApp } from './app.server.ts'
import { loadRoutes } from './cache-key.server.ts'
import { renderPage } from './page.server.tsx'
import { loadConfig } from './platform/config.server.ts'
import { createJobsApp } from './probes-and-metrics.server.ts'

const services = createServices(loadConfig(process.env))
const servesPages = services.config.ROLE !== 'jobs'
const app = servesPages ? createApp(services) : createJobsApp(services)
/** better-auth takes 0.3 s, in which nothing else is answered: the first who signs in would keep everybody waiting. */
const loadAuth = () => import('./features/accounts/auth.server.ts')

/** The server entry: development and production run the same `fetch`. */
export default {
  fetch: app.fetch,
  /** Connects the nodes, starts the jobs, and loads what takes long to load. Resolves when the forum can serve. */
  start: async () => {
    await Promise.all([startServices(services), servesPages && loadAuth()])
    if (servesPages && import.meta.env.PROD) await warmUp(services)
  },
  /** Says from now on that it is not ready, and goes on serving. */
  leave: app.leave,
  /** Ends the event streams, which never end by themselves; their readers come back. */
  endStreams: app.endStreams,
  /** Finishes what is under way and lets go of the database. */
  stop: () => stopServices(services),
}

/**
 * Renders a page of each kind that most readers come to, for nobody. The first takes 0.2 s, in which its code is loaded and
 * compiled and nothing else is answered: where four readers came at once, of the first 200 pages after a start the slowest
 * took half a second.
 */
async function warmUp(services: Services): Promise<void> {
  const { config, log } = services
  try {
    await loadRoutes()
    const posts = await globalThis.$client?.posts.list({ limit: 1 })
    const paths = ['/', '/forum', ...(posts?.items ?? []).map(({ id }) => `/post/${id}`)]
    for (const path of paths) await renderPage(config.PUBLIC_URL + path, services, 'start')
  } catch (error) {
    // It serves all the same, and whoever asks first is told what is the matter.
    log.warn({ err: error }, 'no page could be rendered at the start')
  }
}
