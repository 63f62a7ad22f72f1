import { domainToUnicode } from 'node:url'
import unhomoglyph from 'unhomoglyph'

const SHOWN_ADDRESS = 48

/** Shortens a URL and omits its scheme and "www.". Never cuts the host. */
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

/** Decodes the host to Unicode unless a letter resembles another one. Such a host is shown as "xn--…". */
function readableHost({ hostname, host }: URL): string {
  if (!hostname.includes('xn--')) return host
  const readable = domainToUnicode(hostname)
  const isHonest = /^[\p{L}\p{N}.-]+$/u.test(readable) && Array.from(readable).every(isUnlikeOthers)
  return isHonest ? host.replace(hostname, readable) : host
}

function isUnlikeOthers(letter: string): boolean {
  return letter < '\u0080' || unhomoglyph(letter) === letter
}

/** Decodes the path unless the result would contain invisible characters. */
function readablePath(path: string): string {
  try {
    const readable = decodeURI(path)
    return /[\p{C}\p{Z}]/u.test(readable) ? path : readable
  } catch {
    return path
  }
}
