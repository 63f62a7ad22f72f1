import { ORPCError } from '@orpc/server'
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, type Manifest, RouterContextProvider } from '@tanstack/react-router'
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import type { ReactNode } from 'react'
import type { Services } from '../core/context.server.ts'
import { PAGE_DATA, type PageState, writePageData } from '../core/page-data.tsx'
import type { RenderedResponse } from '../platform/cache/cached-response.server.ts'
import { PageFragments } from '../platform/cache/fragments.server.ts'
import { withPageFlags } from '../platform/http/page-protocol.ts'
import { RESPONSE_BYTES_MAX } from '../platform/http/response-size.server.ts'
import { contentSecurityPolicy, securityHeaders, withoutNonce } from '../platform/http/security.server.ts'
import { renderWithCrashNotice } from './crash.server.tsx'

/** The router. It is imported for the first page, because components need `pageRendering`, which is set at startup. */
let loading: ReturnType<typeof loadRouter> | undefined

interface RenderedPage {
  html: string
  fragments: PageFragments
  nonce?: string | undefined
  error?: unknown
  /** Server error of a query. The page then omits its data or shows that loading failed. */
  lack?: unknown
}

/** Renders a page as a guest sees it, without cookies, so that it can be cached for everyone. */
export async function renderPage(
  url: string,
  services: Services,
  requestId: string,
): Promise<RenderedResponse> {
  if (!isText(url)) return { status: 400, headers: headersOf({ html: '' }, null, services), body: '' }
  loading ??= loadRouter()
  const { getRouter, GuestSession, manifest } = await loading
  const page: RenderedPage = { html: '', fragments: new PageFragments() }
  const request = new Request(url)
  const handle = createRequestHandler({
    request,
    createRouter: () => getRouter(services.siteSettings.site),
    getRouterManifest: () => manifest,
  })
  const { status, headers } = await handle(({ router, responseHeaders }) =>
    render(router, responseHeaders, page, GuestSession),
  )
  if (page.error instanceof ORPCError && page.error.status === 503) throw page.error
  if (page.error) services.log.error({ err: page.error, requestId, url }, 'a page crashed')
  const bytes = page.fragments.fill(withoutNonce(page.html, page.nonce))
  const excess = bytes.byteLength - RESPONSE_BYTES_MAX
  const body =
    excess > 0 ? page.fragments.fill(withoutNonce(withLessData(page.html, excess), page.nonce)) : bytes
  return {
    // An error status prevents an incomplete page from being cached.
    status: page.error ? 500 : page.lack && status === 200 ? 503 : status,
    headers: headersOf(page, headers.get('location'), services),
    body,
  }
}

function isText(url: string): boolean {
  try {
    return decodeURI(url) !== ''
  } catch {
    return false
  }
}

function headersOf(
  { html, nonce }: Pick<RenderedPage, 'html' | 'nonce'>,
  location: string | null,
  { config }: Services,
) {
  return {
    'content-type': 'text/html; charset=utf-8',
    ...securityHeaders(config),
    ...(import.meta.env.PROD && { 'content-security-policy': contentSecurityPolicy(html, nonce) }),
    ...(location && { location }),
  }
}

/** Writes the HTML to `page.html`, because the framework's Response would encode, stream and decode it needlessly. */
async function render(
  router: AnyRouter,
  headers: Headers,
  page: RenderedPage,
  Session: LoadedRouter['GuestSession'],
): Promise<Response> {
  page.nonce = router.options.ssr?.nonce
  page.error = router.state.matches.find(({ status }) => status === 'error')?.error
  const toHtml = (element: ReactNode) =>
    renderWithCrashNotice(element, router, (error) => {
      page.error = error
    })
  const surround = (element: ReactNode) => (
    <RouterContextProvider router={router}>
      <Session>{element}</Session>
    </RouterContextProvider>
  )
  const whole = <RouterServer router={router} />
  // Fragments are not cached in development, where a component may change without its cache key.
  const html = await (import.meta.env.PROD ? page.fragments.render(whole, toHtml, surround) : toHtml(whole))
  page.lack = failureOf(router.options.context.queryClient)
  const flagged = withRouteFlags(await transformHtmlStringWithRouter(router, html), router)
  // Browsers read U+0000 as U+FFFD, so the CSP needs hashes of the replaced text.
  page.html = flagged.replaceAll('\0', '\uFFFD')
  return new Response(null, { status: isGone(router) ? 410 : getSsrStatus(router), headers })
}

async function loadRouter() {
  const [{ getRouter }, { GuestSession }, { tsrStartManifest }] = await Promise.all([
    import('./router.tsx'),
    import('../accounts/session/session.tsx'),
    import('tanstack-start-manifest:v'),
  ])
  const routes = Object.fromEntries(Object.entries(tsrStartManifest().routes).flatMap(leanRoute))
  return { getRouter, GuestSession, manifest: { routes } }
}

type LoadedRouter = Awaited<ReturnType<typeof loadRouter>>
type Route = Manifest['routes'][string]

/** Reduces a route to its style sheets and starter script (client.tsx). Guests do not need the other scripts. */
function leanRoute([id, { scripts, css }]: [string, Route]): [string, Route][] {
  return scripts || css ? [[id, { ...(scripts && { scripts }), ...(css && { css }) }]] : []
}

function isGone({ state }: AnyRouter): boolean {
  return state.matches.some(({ loaderData }) => (loaderData as { isGone?: boolean } | undefined)?.isGone)
}

function withRouteFlags(html: string, { state }: AnyRouter): string {
  const needsApplication = state.matches.some(({ staticData }) => staticData.needsApplication)
  return needsApplication ? withPageFlags(html, { needsApplication: '' }) : html
}

/** Returns the first server error of a query, which the API has already logged. Ignores 4xx refusals. */
function failureOf(queryClient: QueryClient): unknown {
  const errors = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.error)
  return errors.find((error) => error && ((error as { status?: number }).status ?? 500) >= 500)
}

/** Removes the data of the largest queries, about `bytes` in total. The browser requests it later. */
function withLessData(html: string, bytes: number): string {
  return html.replace(PAGE_DATA, (json) => {
    const state: PageState = JSON.parse(json)
    const bySize = state.queries
      .map((query) => ({
        query,
        size: Buffer.byteLength(writePageData({ mutations: [], queries: [query] })),
      }))
      .sort((a, b) => b.size - a.size)
    let saved = 0
    const left = new Set(state.queries)
    for (const { query, size } of bySize) {
      if (saved >= bytes) break
      left.delete(query)
      saved += size
    }
    return writePageData({ ...state, queries: [...left], isPartial: true })
  })
}
