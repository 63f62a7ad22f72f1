import { domainToUnicode } from 'node:url'
import unhomoglyph from 'unhomoglyph'

/** Characters of an address in sight: more is no reading. */
const SHOWN_ADDRESS = 48

/** An address as it is read: without what all have in common, and shortened. Its host is never cut. */
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

/** In its own letters, unless one of them looks like another: then as the network has it ("xn--…"). */
function readableHost({ hostname, host }: URL): string {
  if (!hostname.includes('xn--')) return host
  const readable = domainToUnicode(hostname)
  const isHonest = /^[\p{L}\p{N}.-]+$/u.test(readable) && Array.from(readable).every(isUnlikeOthers)
  return isHonest ? host.replace(hostname, readable) : host
}

function isUnlikeOthers(letter: string): boolean {
  return letter < '\u0080' || unhomoglyph(letter) === letter
}

/** With its letters instead of their codes, unless they say something that cannot be seen. */
function readablePath(path: string): string {
  try {
    const readable = decodeURI(path)
    return /[\p{C}\p{Z}]/u.test(readable) ? path : readable
  } catch {
    return path
  }
}
