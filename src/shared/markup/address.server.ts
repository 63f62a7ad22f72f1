import { domainToUnicode } from 'node:url'
import unhomoglyph from 'unhomoglyph'

const SHOWN_ADDRESS = 48

/** Returns a URL to display: shortened, without its scheme and "www.", but always with the whole host. */
export function shortAddress(url: URL): string {
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
function readableHost({ hostname, host }: URL): string {
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
