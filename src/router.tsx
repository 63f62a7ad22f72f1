import { type DehydratedState, hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from './api/core/client.ts'
import { takePageData } from './api/core/page-data.tsx'
import { CrashPage } from './features/site/crash-page.tsx'
import { onPageEvent, pageFlags } from './platform/page-protocol.ts'
import { followPlainLinks } from './platform/plain-links.ts'
import { parseQuery, writeQuery } from './platform/query-string.ts'
import { forgetStart, leaveFirstPlaceToBrowser, movesPages, rememberPlaces } from './platform/scrolling.ts'
import type { Site } from './platform/site.ts'
// biome-ignore lint/suspicious/noImportCycles: the generated tree registers the type of this router.
import { routeTree } from './routeTree.gen.ts'
import { NotFoundPage } from './ui/feedback/not-found-page.tsx'

/** One router and one query cache per request on the server, one of each per tab in the browser. */
export function getRouter() {
  const queryClient = new QueryClient({
    // Offline, too, somebody answers: the worker, with what it kept. Else what failed is told, not put off.
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: isWorthRetrying,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
    },
  })
  const pageData = import.meta.env.SSR ? undefined : takePageData()
  const context = { queryClient, api, site: globalThis.$site ?? UNKNOWN_SITE }
  const router = createRouter({
    routeTree,
    context,
    // The page's policy knows our own scripts by it (platform/security.server.ts). In development there is none.
    ...(import.meta.env.SSR && import.meta.env.PROD && { ssr: { nonce: crypto.randomUUID() } }),
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: movesPages(),
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: CrashPage,
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(import.meta.env.SSR && { dehydrate: () => ({ site: context.site }) }),
    hydrate: ({ site }: { site: Site }) => {
      context.site = site
      if (pageData) hydrate(queryClient, asRead(pageData))
    },
  })
  // Not before it stands: a navigation in the midst of hydration leaves the old page beside the new one.
  if (typeof document !== 'undefined') {
    onPageEvent('application-ready', () => followPlainLinks(router), { once: true })
    leaveFirstPlaceToBrowser()
    rememberPlaces(router)
    forgetStart(router)
    onPageEvent('back-online', () => void queryClient.invalidateQueries())
  }
  return router
}

/**
 * What somebody reads is not asked for again when the application comes, or other items come under their eyes. A page
 * that the device has kept is as old as it says, and is asked for.
 */
function asRead(page: DehydratedState): DehydratedState {
  if (pageFlags().kept === undefined) for (const { state } of page.queries) state.dataUpdatedAt = Date.now()
  return page
}

/** Once, in the browser, what may be better the next time: not what the API refused. */
function isWorthRetrying(failures: number, error: Error) {
  const { status = 500 } = error as { status?: number }
  return typeof document !== 'undefined' && failures < 1 && status >= 500
}

/** Until hydration in the browser, before anything is rendered. */
const UNKNOWN_SITE: Site = { product: '', name: '', url: '' }

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }

  interface StaticDataRouteOption {
    /** Nothing without script, as forms to sign in and to write and what is for members alone: <html> says so. */
    needsApplication?: true
  }
}
