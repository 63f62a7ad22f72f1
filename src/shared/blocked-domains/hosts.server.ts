import { isIP } from 'node:net'
import { getPublicSuffix } from 'tldts'
import { unescapeHtml } from '../markup/html.ts'
import { DOMAIN_MAX } from './policy.ts'

/** Matches a URL up to the end of its host, whether linked, in plain text or within another URL. */
const AUTHORITIES = /(?:\bhttps?:[\\/]+|(?<![\w:/\\])[\\/]{2}|\b(?=www\.))([^\s<>"'`/?#\\]+)/gi
/** Punctuation that cannot be part of a host, so the host ends before it. */
const ENDS = /[,;:!?()|^{}$&*=+~…]/

/** Returns the hosts of other sites whose URLs occur in plain text or HTML. */
export function findHosts(text: string, ownHost: string): string[] {
  const authorities = new Set(Array.from(unescapeHtml(text).matchAll(AUTHORITIES), ([, part = '']) => part))
  const hosts = [...authorities].map((authority) => {
    const host = authority.slice(authority.lastIndexOf('@') + 1)
    return parseHost(host.startsWith('[') ? host : (host.split(ENDS)[0] as string))
  })
  return [...new Set(hosts.filter((host) => host !== undefined && host !== ownHost))] as string[]
}

/**
 * Returns the normalized host of a URL: lower case, punycode, dotted IPv4, without user, port, path, “www.”
 * and trailing dot. Returns undefined if there is no host or it is too long for a DNS name.
 */
export function parseHost(address: string): string | undefined {
  const bare = address.trim().replace(/^(?:https?:)?[\\/]+/i, '')
  const hostname = URL.parse(`http://${bare}`)
    ?.hostname.replace(/\.+$/, '')
    .replace(/^www\.(?=.*\.)/, '')
  return hostname && hostname.length <= DOMAIN_MAX ? hostname : undefined
}

/** Returns the typed host if it can be blocked. Undefined for public suffixes (“co.uk”) and invalid hosts. */
export function parseDomain(text: string): string | undefined {
  const host = parseHost(text)
  if (!host) return undefined
  const isAddress = isIP(host.replace(/^\[(.*)\]$/, '$1')) > 0
  if (!isAddress && getPublicSuffix(host, { allowPrivateDomains: true }) === host) return undefined
  return isAddress || /^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/.test(host) ? host : undefined
}

/** Returns the host and its parent domains: “a.b.org”, “b.org”, “org”. */
export function listParentDomains(host: string): string[] {
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) > 0) return [host]
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
