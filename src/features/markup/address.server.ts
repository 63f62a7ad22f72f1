import { domainToUnicode } from 'node:url'
import unhomoglyph from 'unhomoglyph'

const SHOWN_ADDRESS = 48

/** An address without scheme and "www.", shortened. Its host is never cut. */
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

/** In Unicode, unless a letter looks like another one: then as "xn--…". */
function readableHost({ hostname, host }: URL): string {
  if (!hostname.includes('xn--')) return host
  const readable = domainToUnicode(hostname)
  const isHonest = /^[\p{L}\p{N}.-]+$/u.test(readable) && Array.from(readable).every(isUnlikeOthers)
  return isHonest ? host.replace(hostname, readable) : host
}

function isUnlikeOthers(letter: string): boolean {
  return letter < '\u0080' || unhomoglyph(letter) === letter
}

/** Decoded, unless that has invisible characters. */
function readablePath(path: string): string {
  try {
    const readable = decodeURI(path)
    return /[\p{C}\p{Z}]/u.test(readable) ? path : readable
  } catch {
    return path
  }
}
