import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Config } from './config.server.ts'

/** What every answer says to the browser, pages and data alike. */
export function securityHeaders({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(PUBLIC_URL.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/**
 * Sets the protective headers, and a policy that allows nothing where the answer brought none of its own. Not by
 * Hono's c.header(), which makes a stream of an answer that is finished: a fifth of what a small one costs.
 */
export function secureHeaders(config: Pick<Config, 'PUBLIC_URL'>): MiddlewareHandler {
  const headers = Object.entries(securityHeaders(config))
  return async (c, next) => {
    await next()
    for (const [name, value] of headers) c.res.headers.set(name, value)
    if (!c.res.headers.has('content-security-policy') && !import.meta.env?.DEV)
      c.res.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
}

/**
 * The policy of a page: its own files, and of its inline scripts exactly those that carry `nonce` as an attribute, by
 * their hashes. The nonce is made for one rendering and stays on the server (`withoutNonce`), so nobody whose words are
 * on the page knows it: a script that got into it some other way has no hash, and is not run. Hashes rather than the
 * nonce itself, for the same bytes are sent to everybody. Style attributes carry badge colours.
 */
export function contentSecurityPolicy(html: string, nonce?: string): string {
  const hashes = new Set(nonce ? scriptsWith(nonce, html).map(hashOf) : [])
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The page as it is sent. */
export function withoutNonce(html: string, nonce?: string): string {
  if (!nonce) return html
  return html
    .replace(`<meta property="csp-nonce" content="${nonce}"/>`, '')
    .replaceAll(` nonce="${nonce}"`, '')
}

/** `type` is a data block for `application/ld+json`: not run, so not hashed. */
const ATTRIBUTES = /\s(?:src=|type="application\/ld\+json")/

/** The text of each. Looks at the tags with the nonce alone: a page is long, and they are few. */
function scriptsWith(nonce: string, html: string): string[] {
  const found: string[] = []
  const mark = ` nonce="${nonce}"`
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + 1)) {
    const end = html.indexOf('>', at)
    const tag = html.slice(html.lastIndexOf('<', at), end)
    if (!tag.startsWith('<script ') || ATTRIBUTES.test(tag)) continue
    found.push(html.slice(end + 1, html.indexOf('</script>', end)))
  }
  return found
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
