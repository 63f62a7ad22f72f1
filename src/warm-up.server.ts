import type { Services } from './api/core/context.server.ts'
import { loadRoutes } from './cache-key.server.ts'
import { renderPage } from './page.server.tsx'

/**
 * Renders a page of each kind that most readers come to, for nobody. The first takes 0.2 s, in which its code is loaded and
 * compiled and nothing else is answered: where four readers came at once, of the first 200 pages after a start the slowest
 * took half a second.
 */
export async function warmUp(services: Services): Promise<void> {
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
