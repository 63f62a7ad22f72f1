import { BlockList, isIP } from 'node:net'

/** Finds out who sent a request: `address(peer, forwardedFor)` → an IP address, or '' when nobody can know. */
export type Addresses = (peer: string | undefined, forwardedFor: string | null | undefined) => string

/**
 * The address of a client behind the proxies of TRUSTED_PROXIES (addresses and CIDR networks). It is the peer of
 * the socket; if that is a trusted proxy, the right-most entry of X-Forwarded-For that is not one. Entries further
 * left are what the client claims, and so is the whole header when the peer is nobody we trust.
 */
export function addressesBehind(trustedProxies: readonly string[]): Addresses {
  const trusted = blockList(trustedProxies)
  const isTrusted = (ip: string) => trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
  return (peer, forwardedFor) => {
    let nearest = plainAddress(peer ?? '')
    for (const entry of (forwardedFor ?? '').split(',').reverse()) {
      if (!nearest || !isTrusted(nearest)) break
      const before = plainAddress(entry.trim())
      if (!before) break
      nearest = before
    }
    return nearest
  }
}

/**
 * What one household has: an IPv4 address, or the first 64 bits of an IPv6 address. Limits count by this.
 * `addressGroup('2001:db8:1:2::9')` is `2001:db8:1:2::/64`.
 */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [ip = '', bits] = network.split('/')
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(ip, family)
    else list.addSubnet(ip, Number(bits), family)
  }
  return list
}

/** Without brackets, port, zone and the IPv6 form of IPv4; '' for anything that is no address. */
function plainAddress(text: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const ip = (bracketed ?? beforePort ?? text).replace(/%.*$/, '').toLowerCase()
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(ip) ?? []
  return isIP(mapped ?? ip) ? (mapped ?? ip) : ''
}
