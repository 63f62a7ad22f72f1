import { renderToStaticMarkup } from 'react-dom/server'
import type { PassGate } from '../../accounts/guest-passes/guest-gate.server.ts'
import { GUEST_CHECK_MESSAGE } from '../../accounts/guest-passes/policy.ts'
import { isSearchEngine } from '../../accounts/guest-passes/search-engines.server.ts'
import type { Services } from '../../core/context.server.ts'
import { GUEST_CHECK_HEADER } from '../../platform/http/page-protocol.ts'
import { waitText } from '../../platform/http/rate.ts'
import { contentSecurityPolicy, securityHeaders } from '../../platform/http/security.server.ts'
import type { Site } from '../../platform/site.ts'
import styles from '../../ui/styles.css?url'

/** Pages of the forum's content. Others may be files, which need no pass. */
const CONTENT = /^\/(?:post|forum|profile|concepts|notes|posts)(?:[/?]|$)/

type Gate = Pick<PassGate, 'isClosed' | 'retryAfter' | 'count'>
type PageServices = Pick<Services, 'config' | 'siteSettings'>

/** Responses to guests who need a pass. A page is rendered once a minute, because a flood requests thousands. */
export class GuestCheckResponses {
  private readonly services: PageServices
  private readonly gate: Gate
  private readonly headers: Record<string, string>
  private readonly csp = contentSecurityPolicy('')
  private readonly pages = new Map<string, string>()

  constructor(services: PageServices, gate: Gate) {
    this.services = services
    this.gate = gate
    this.headers = {
      ...securityHeaders(services.config),
      'cache-control': 'no-store',
      [GUEST_CHECK_HEADER]: 'required',
    }
    services.siteSettings.watch(() => this.pages.clear())
  }

  /** Returns the response to a guest who needs a pass for this path. */
  refuse(path: string): Response {
    this.gate.count('guests_checked')
    const { retryAfter } = this.gate
    return path.startsWith('/api/') ? this.json(retryAfter) : this.page(retryAfter)
  }

  /**
   * Refuses most requests of a flood, which are certainly without a pass: for a page of the forum's content,
   * without cookies, by no search engine. Takes a fifth of the time that it would take later.
   */
  refuseEarly({ headers }: Request, path: string): Response | undefined {
    if (!this.gate.isClosed || !CONTENT.test(path) || headers.has('cookie')) return undefined
    return isSearchEngine(headers.get('user-agent')) ? undefined : this.refuse(path)
  }

  /** Returns the page that solves the task, with status 503. @param seconds until no pass may be needed */
  private page(seconds: number): Response {
    const wait = waitText(Math.max(60, Math.ceil(seconds / 60) * 60))
    let html = this.pages.get(wait)
    if (html === undefined) {
      html = checkPage(this.services.siteSettings.site, wait)
      this.pages.set(wait, html)
    }
    const type = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': this.csp }
    return new Response(html, { status: 503, headers: { ...this.headers, ...type, ...retry(seconds) } })
  }

  /** Returns the error for the application, which solves the task and repeats the request, and for programs. */
  private json(seconds: number): Response {
    const body = {
      code: 'GUEST_CHECK_REQUIRED',
      message: GUEST_CHECK_MESSAGE,
      data: { retry_after: seconds },
    }
    return Response.json(body, { status: 503, headers: { ...this.headers, ...retry(seconds) } })
  }
}

const retry = (seconds: number) => ({ 'retry-after': String(seconds) })

function checkPage(site: Site, wait: string): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en" data-theme="dark" style={site.accents}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`Checking your browser | ${site.name}`}</title>
        <link rel="stylesheet" href={styles || undefined} />
        <script src="/guest-check.js" />
      </head>
      <body>
        <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
          <p className="text-sm text-muted wrap-anywhere">{site.name}</p>
          <h1 className="text-2xl">Checking your browser</h1>
          <p className="max-w-md text-muted">
            Crawlers are sending more requests than the forum can serve. Your browser solves a small task to
            show that it isn’t one of them. This is needed once a week.
          </p>
          <div role="status" className="min-h-18 max-w-md">
            <p data-state="working" hidden>
              One moment, please. The page opens automatically.
            </p>
            <p data-state="failed" hidden>
              The check failed. Reload the page, or come back in {wait}.
            </p>
            <p data-state="no-cookies" hidden>
              Your browser didn’t store the result. Allow cookies and reload the page, or come back in {wait}.
            </p>
            <noscript>
              <p>The check needs JavaScript. Turn it on, or come back in {wait}.</p>
            </noscript>
          </div>
          <a href="/" className={LINK}>
            Return to Home
          </a>
        </main>
      </body>
    </html>,
  )}`
}

const LINK = 'font-semibold text-act underline-offset-4 hover:underline'
