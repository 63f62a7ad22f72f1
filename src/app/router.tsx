import { type DehydratedState, hydrate, QueryClientProvider } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../core/client.ts'
import { takePageData } from '../core/page-data.tsx'
import { ForumQueryClient } from '../core/query-client.ts'
import { onPageEvent, pageFlags } from '../platform/http/page-protocol.ts'
import { parseQuery, writeQuery } from '../platform/http/query-string.ts'
import { followPlainLinks } from '../platform/plain-links.ts'
import {
  clearPageTopFlag,
  createScrollDecision,
  keepBrowserScrollPosition,
  rememberScrollPositions,
} from '../platform/scrolling.ts'
import type { Site } from '../platform/site.ts'
import type { Author } from '../shared/authors/contract.ts'
import { CrashPage } from '../shared/branding/crash-page.tsx'
import { NotFoundPage } from '../ui/feedback/not-found-page.tsx'
// biome-ignore lint/suspicious/noImportCycles: the generated tree registers this router's type
import { routeTree } from './routeTree.gen.ts'
import './wiring.ts'

/** Placeholder until the browser has received the site's data with the page. */
const UNKNOWN_SITE: Site = { product: '', name: '', url: '' }

/** Creates the router: once per request on the server, once per tab in the browser. */
export function getRouter(site = UNKNOWN_SITE) {
  const queryClient = new ForumQueryClient({
    // Queries run even offline, because the service worker answers them. Failures are reported at once.
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
  const context = { queryClient, api, site }
  const router = createRouter({
    routeTree,
    context,
    // Nonce for the CSP (platform/http/security.server.ts). Development has no CSP.
    ...(import.meta.env.SSR && import.meta.env.PROD && { ssr: { nonce: crypto.randomUUID() } }),
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: createScrollDecision(),
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: CrashPage,
    Wrap: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
    ...(import.meta.env.SSR && { dehydrate: () => ({ site: context.site }) }),
    hydrate: async ({ site }: { site: Site }): Promise<void> => {
      context.site = site
      if (!pageData) return
      hydrate(queryClient, asRead(pageData))
      // Waits for data that was too large for the HTML. Otherwise a skeleton would replace the typed text.
      if (pageData.isPartial) await router.preloadRoute({ to: '.', search: true, hash: true })
    },
  })
  // Waits for hydration, because navigating during hydration would leave both pages in the document.
  if (typeof document !== 'undefined') {
    onPageEvent('application-ready', () => followPlainLinks(router), { once: true })
    keepBrowserScrollPosition()
    rememberScrollPositions(router)
    clearPageTopFlag(router)
    onPageEvent('back-online', () => void queryClient.invalidateQueries())
  }
  return router
}

/** Marks the page's queries as fresh, so that they aren't repeated, unless the page is from the offline cache. */
function asRead(page: DehydratedState): DehydratedState {
  if (pageFlags().kept === undefined) for (const { state } of page.queries) state.dataUpdatedAt = Date.now()
  return page
}

/** Returns true to retry: once, in the browser only, and never after a 4xx refusal. */
function isWorthRetrying(failures: number, error: Error) {
  const { status = 500 } = error as { status?: number }
  return typeof document !== 'undefined' && failures < 1 && status >= 500
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }

  interface HistoryState {
    /** Recipient of a message, as in `navigate({ to: '/messages', state: { user } })`. */
    user?: Pick<Author, 'username'>
    /** Whether /notes focuses its form. */
    toWrite?: boolean
  }

  interface StaticDataRouteOption {
    /** Set for pages that do not work without JavaScript, such as forms and members' pages. */
    needsApplication?: true
  }
}
