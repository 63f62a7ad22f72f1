import { ORPCError } from '@orpc/server'
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, type Manifest, RouterContextProvider } from '@tanstack/react-router'
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import type { Services } from './api/core/context.server.ts'
import { withLessData } from './api/core/less-data.server.ts'
import { renderOrNotice } from './crash.server.tsx'
import { ANSWER_BYTES } from './platform/answer-size.server.ts'
import type { RenderedResponse } from './platform/cached-response.server.ts'
import { provideFragments, withFragments } from './platform/fragments.server.ts'
import { withPageFlags } from './platform/page-protocol.ts'
import { contentSecurityPolicy, securityHeaders, withoutNonce } from './platform/security.server.ts'

/** Loaded with the first page: components find the server's own client only once it is there. */
let loading: ReturnType<typeof loadRouter> | undefined

/** What a rendering came to. */
interface Rendered {
  html: string
  /** On every tag that the router and we wrote ourselves. */
  nonce?: string | undefined
  /** What a part of it died of. */
  error?: unknown
  /** Why a list on it could not be loaded: it says so, or leaves it out. */
  lack?: unknown
}

/** Renders a page as a visitor sees it. Cookies do not get this far: the answer is the same for everybody. */
export async function renderPage(
  url: string,
  services: Services,
  requestId: string,
): Promise<RenderedResponse> {
  if (!isText(url)) return { status: 400, headers: headersOf({ html: '' }, null, services), body: '' }
  return withFragments(async ({ surround, fill }) => {
    loading ??= loadRouter()
    const { getRouter, GuestSession, manifest } = await loading
    const page: Rendered = { html: '' }
    const request = new Request(url)
    const handle = createRequestHandler({
      request,
      createRouter: getRouter,
      getRouterManifest: () => manifest,
    })
    const { status, headers } = await handle(({ router, responseHeaders }) => {
      surround((element) => (
        <RouterContextProvider router={router}>
          <GuestSession>{element}</GuestSession>
        </RouterContextProvider>
      ))
      return render(router, responseHeaders, page)
    })
    // What is no bug of the page's: it is answered in its place (app.server.ts).
    if (page.error instanceof ORPCError && page.error.status === 503) throw page.error
    if (page.error) services.log.error({ err: page.error, requestId, url }, 'a page crashed')
    const bytes = fill(withoutNonce(page.html, page.nonce))
    const excess = bytes.byteLength - ANSWER_BYTES
    return {
      // With a list missing it is not what it should be: nobody is to keep it as that.
      status: page.error ? 500 : page.lack && status === 200 ? 503 : status,
      headers: headersOf(page, headers.get('location'), services),
      body: excess > 0 ? fill(withoutNonce(withLessData(page.html, excess), page.nonce)) : bytes,
    }
  })
}

/** What is no UTF-8 is no address. */
function isText(url: string): boolean {
  try {
    return decodeURI(url) !== ''
  } catch {
    return false
  }
}

function headersOf({ html, nonce }: Rendered, location: string | null, { config }: Services) {
  return {
    'content-type': 'text/html; charset=utf-8',
    ...securityHeaders(config),
    ...(import.meta.env.PROD && { 'content-security-policy': contentSecurityPolicy(html, nonce) }),
    ...(location && { location }),
  }
}

/** Into `page`: the framework hands on a Response, in which the text would be encoded, streamed and decoded for nothing. */
async function render(router: AnyRouter, headers: Headers, page: Rendered): Promise<Response> {
  page.nonce = router.options.ssr?.nonce
  page.error = router.state.matches.find(({ status }) => status === 'error')?.error
  const html = await renderOrNotice(<RouterServer router={router} />, router, (error) => {
    page.error = error
  })
  page.lack = failureOf(router.options.context.queryClient)
  const whole = withRouteFlags(await transformHtmlStringWithRouter(router, html), router)
  // Browsers read U+0000 as U+FFFD: the hashes of the policy have to be those of what they will run.
  page.html = whole.replaceAll('\0', '\uFFFD')
  return new Response(null, { status: isGone(router) ? 410 : getSsrStatus(router), headers })
}

async function loadRouter() {
  const [{ getRouter }, { GuestSession }, { tsrStartManifest }] = await Promise.all([
    import('./router.tsx'),
    import('./features/accounts/session/session.tsx'),
    import('tanstack-start-manifest:v'),
  ])
  // In development a component changes under the same key.
  if (import.meta.env.PROD) provideFragments()
  const routes = Object.fromEntries(Object.entries(tsrStartManifest().routes).flatMap(leanRoute))
  return { getRouter, GuestSession, manifest: { routes } }
}

type Route = Manifest['routes'][string]

/**
 * The style sheets of routes, and the script that every page begins with. Not what a route's own code needs: a guest who
 * reads needs none of it, and it loads when somebody acts.
 */
function leanRoute([id, { scripts, css }]: [string, Route]): [string, Route][] {
  return scripts || css ? [[id, { ...(scripts && { scripts }), ...(css && { css }) }]] : []
}

/** What the page is about was there, and was removed. */
function isGone({ state }: AnyRouter): boolean {
  return state.matches.some(({ loaderData }) => (loaderData as { isGone?: boolean } | undefined)?.isGone)
}

/** Written here, not rendered: the application has no use for them. */
function withRouteFlags(html: string, { state }: AnyRouter): string {
  const needsApplication = state.matches.some(({ staticData }) => staticData.needsApplication)
  return needsApplication ? withPageFlags(html, { needsApplication: '' }) : html
}

/** Of the first query that failed on our side: the API has logged it. What was refused is no failure. */
function failureOf(queryClient: QueryClient): unknown {
  const errors = queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.error)
  return errors.find((error) => error && ((error as { status?: number }).status ?? 500) >= 500)
}
