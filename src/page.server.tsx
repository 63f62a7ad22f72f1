import { ORPCError } from '@orpc/server'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import type { Services } from './api/core/context.server.ts'
import { renderOrNotice } from './crash.server.tsx'
import type { RenderedResponse } from './platform/cached-response.server.ts'
import { withFragments } from './platform/fragments.server.ts'
import { withPageFlags } from './platform/page-protocol.ts'
import { contentSecurityPolicy, securityHeaders, withoutNonce } from './platform/security.server.ts'

/** Loaded with the first page, like the router: components find the server's own client only once it is there. */
let fragments: Promise<void> | undefined

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

/** The framework hands on a Response; its text goes beside it, or it would be encoded, streamed and decoded for nothing. */
const rendered = new WeakMap<Request, Rendered>()

const handler = createStartHandler(async ({ request, router, responseHeaders }) => {
  const page: Rendered = {
    html: '',
    nonce: router.options.ssr?.nonce,
    error: router.state.matches.find(({ status }) => status === 'error')?.error,
  }
  rendered.set(request, page)
  try {
    const html = await renderOrNotice(<RouterServer router={router} />, router, (error) => {
      page.error = error
    })
    page.lack = failureOf(router.options.context.queryClient)
    page.html = withRouteFlags(await transformHtmlStringWithRouter(router, html), router)
    return new Response(null, {
      status: isGone(router) ? 410 : getSsrStatus(router),
      headers: responseHeaders,
    })
  } finally {
    router.serverSsr?.cleanup()
  }
})

/** Renders a page as a visitor sees it. Cookies do not get this far: the answer is the same for everybody. */
export function renderPage(url: string, services: Services, requestId: string): Promise<RenderedResponse> {
  return withFragments(async (fill) => {
    const page = await renderText(url, services, requestId)
    return { ...page, body: fill(page.body) }
  })
}

async function renderText(url: string, { config, log }: Services, requestId: string) {
  const request = new Request(url, { headers: { accept: 'text/html' } })
  fragments ??= provideFragments()
  await fragments
  const response = await handler(request)
  const page: Rendered = rendered.get(request) ?? { html: await response.text() }
  const { nonce, error, lack } = page
  const html = import.meta.env.DEV ? page.html : withoutModulePreloads(page.html)
  const location = response.headers.get('location')
  // What is no bug of the page's: it is answered in its place (app.server.ts).
  if (error instanceof ORPCError && error.status === 503) throw error
  if (error) log.error({ err: error, requestId, url }, 'a page crashed')
  return {
    // With a list missing it is not what it should be: nobody is to keep it as that.
    status: error ? 500 : lack && response.status === 200 ? 503 : response.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...securityHeaders(config),
      ...(import.meta.env.DEV ? {} : { 'content-security-policy': contentSecurityPolicy(html, nonce) }),
      ...(location ? { location } : {}),
    },
    body: withoutNonce(html, nonce),
  }
}

async function provideFragments(): Promise<void> {
  const [{ provideCards }, { provideThreads }] = await Promise.all([
    import('./features/posts/card/card-html.server.tsx'),
    import('./features/comments/thread-html.server.tsx'),
  ])
  provideCards()
  provideThreads()
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

/** A guest who reads needs none of the application: it loads when somebody acts. */
const MODULE_PRELOADS = /<link rel="modulepreload"[^>]*>/g

function withoutModulePreloads(html: string) {
  const body = html.indexOf('</head>')
  const lean = html.slice(0, body).replaceAll(MODULE_PRELOADS, '') + html.slice(body)
  // Browsers read U+0000 as U+FFFD: the hashes of the policy have to be those of what they will run.
  return lean.replaceAll('\0', '\uFFFD')
}
