import { isIP } from 'node:net'
import { getPublicSuffix } from 'tldts'
import { unescapeHtml } from '../markup/html.ts'
import { DOMAIN_MAX } from './policy.ts'

/** What looks like an address, as far as its host, whether or not it is shown as a link; those within others, too. */
const AUTHORITIES = /(?:\bhttps?:[\\/]+|(?<![\w:/\\])[\\/]{2}|\b(?=www\.))([^\s<>"'`/?#\\]+)/gi
/** Where the host ends, in a sentence, at the latest. */
const ENDS = /[,;:!?()|^{}$&*=+~…]/

/** The hosts of other sites that a text names, in plain words or HTML, as URLs have them. */
export function hostsIn(text: string, ownHost: string): string[] {
  const authorities = new Set(Array.from(unescapeHtml(text).matchAll(AUTHORITIES), ([, part = '']) => part))
  const hosts = [...authorities].map((authority) => {
    const host = authority.slice(authority.lastIndexOf('@') + 1)
    return hostOf(host.startsWith('[') ? host : (host.split(ENDS)[0] as string))
  })
  return [...new Set(hosts.filter((host) => host !== undefined && host !== ownHost))] as string[]
}

/**
 * The host of an address, or of a host alone, in the one spelling that browsers make of it: small letters, punycode, IPv4
 * in four numbers, without user, port, path, “www.” and the dot at the end. Undefined where there is none, or one that is
 * longer than the network's names.
 */
export function hostOf(address: string): string | undefined {
  const bare = address.trim().replace(/^(?:https?:)?[\\/]+/i, '')
  const hostname = URL.parse(`http://${bare}`)
    ?.hostname.replace(/\.+$/, '')
    .replace(/^www\.(?=.*\.)/, '')
  return hostname && hostname.length <= DOMAIN_MAX ? hostname : undefined
}

/** A domain that can be blocked; undefined for a public suffix, like “co.uk” or “github.io”, and for what is no host. */
export function domainOf(text: string): string | undefined {
  const host = hostOf(text)
  if (!host) return undefined
  const isAddress = isIP(host.replace(/^\[(.*)\]$/, '$1')) > 0
  if (!isAddress && getPublicSuffix(host, { allowPrivateDomains: true }) === host) return undefined
  return isAddress || /^[a-z\d_-]+(?:\.[a-z\d_-]+)+$/.test(host) ? host : undefined
}

/** The host and all that it is part of, at the borders of labels: “a.b.org” is within “b.org” and “org”. */
export function domainsAbove(host: string): string[] {
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) > 0) return [host]
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}
