import { domainToUnicode } from 'node:url'
import unhomoglyph from 'unhomoglyph'
import { escapeHtml } from './html.ts'

const SHOWN_ADDRESS = 48

/** Returns a URL to display: shortened, without its scheme and "www.", but always with the whole host. */
function shortAddress(url: URL): string {
  const host = readableHost(url).replace(/^www\./, '')
  const path = readablePath(url.pathname + url.search + url.hash).replace(/\/$/, '')
  const room = Math.max(SHOWN_ADDRESS - host.length, 8)
  return path.length > room
    ? `${host}${Array.from(path)
        .slice(0, room - 1)
        .join('')}…`
    : host + path
}

/** Decodes an "xn--…" host to Unicode. Keeps it encoded if it contains letters that look like others. */
export function readableHost({ hostname, host }: URL): string {
  if (!hostname.includes('xn--')) return host
  const readable = domainToUnicode(hostname)
  const isHonest = /^[\p{L}\p{N}.-]+$/u.test(readable) && Array.from(readable).every(isUnlikeOthers)
  return isHonest ? host.replace(hostname, readable) : host
}

function isUnlikeOthers(letter: string): boolean {
  return letter < '\u0080' || unhomoglyph(letter) === letter
}

/** Decodes the percent-encoded path unless the result would contain invisible characters. */
function readablePath(path: string): string {
  try {
    const readable = decodeURI(path)
    return /[\p{C}\p{Z}]/u.test(readable) ? path : readable
  } catch {
    return path
  }
}

/** Maximum characters of a linked URL after encoding. A Chinese character becomes nine. */
const ADDRESS_LIMIT = 2000

export interface LinkAddress {
  url: URL
  isExternal: boolean
  href: string
  /** Path with query and fragment. */
  path: string
}

/**
 * Returns the address of a typed http(s) URL or path of the forum. Undefined if it may not be linked: it has
 * a user name, which readers could mistake for the host, or it is too long.
 */
export function parseAddress(raw: string, scope: { origin: string; base: string }): LinkAddress | undefined {
  const typed = raw.replace(INVISIBLE, '')
  const url = typed ? URL.parse(typed, scope.origin || undefined) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  if (url.href.length > ADDRESS_LIMIT) return undefined
  const path = url.pathname + url.search + url.hash
  if (url.origin !== scope.origin)
    return /^https?:\/\//i.test(typed) ? { url, isExternal: true, href: url.href, path } : undefined
  // A path that begins with two slashes leads to another site.
  return path.startsWith('//') ? undefined : { url, isExternal: false, href: scope.base + path, path }
}

/** Invisible characters that pasted URLs may contain: soft hyphens, zero-width spaces, direction marks. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

export function openTag({ href, isExternal }: LinkAddress): string {
  const external = isExternal ? ' rel="nofollow ugc noopener" target="_blank"' : ''
  return `<a href="${escapeHtml(href)}"${external}>`
}

/** Returns a link that shows its own address. */
export function linkTo(address: LinkAddress): string {
  return `${openTag(address)}${escapeHtml(shortAddress(address.url))}</a>`
}
