import { BlockList, isIP } from 'node:net'

/** Finds out who sent a request: `address(peer, forwardedFor)` → an IP address, or '' when nobody can know. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | null | undefined) => string

/**
 * The address of a client behind the proxies of TRUSTED_PROXIES (addresses and CIDR networks). It is the peer of
 * the socket; if that is a trusted proxy, the right-most entry of X-Forwarded-For that is not one. Entries further
 * left are what the client claims, and so is the whole header when the peer is nobody we trust.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = isAmong(trustedProxies)
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

/** Tells whether an address is one of these, or in one of these networks. */
export function isAmong(networks: readonly string[]): (ip: string) => boolean {
  const list = blockList(networks)
  return (ip) => list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * What one household has: an IPv4 address, or the first 64 bits of an IPv6 address. Limits count by this.
 * `addressGroup('2001:db8:1:2::9')` is `2001:db8:1:2::/64`.
 */
export function addressGroup(address: string): string {
  return isIP(address) === 6 ? prefixOf(address, 64) : address
}

/** Limits allow so many times more to a network than to one household in it. */
export const NETWORK_SHARE = 8

/**
 * What a provider gives to a company, and to anybody for a few coins: the first 48 bits of an IPv6 address, which hold
 * 65,536 households. '' for IPv4, where addresses are dear, and for what is no address.
 */
export function addressNetwork(address: string): string {
  return isIP(address) === 6 ? prefixOf(address, 48) : ''
}

/** @param bits a multiple of 16 */
function prefixOf(address: string, bits: number): string {
  const fields = eightFields(address).slice(0, bits / 16)
  return `${fields.map((field) => field.toString(16)).join(':')}::/${bits}`
}

/** An IPv6 address as numbers of 16 bits. */
function eightFields(address: string): number[] {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const left = fieldsOf(head)
  const right = fieldsOf(tail ?? '')
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<number>(missing).fill(0), ...right]
}

/** The last 32 bits may be written as IPv4. */
function fieldsOf(text: string): number[] {
  if (!text) return []
  return text.split(':').flatMap((field) => {
    if (!field.includes('.')) return Number.parseInt(field, 16)
    const [a = 0, b = 0, c = 0, d = 0] = field.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
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
  if (isIP(ip) === 0) return ''
  return ip.includes('ffff:') ? unmapped(ip) : ip
}

/** The IPv4 address that an IPv6 address stands for, in whichever way that is written; another one as it is. */
function unmapped(ip: string): string {
  const fields = eightFields(ip)
  const [high = 0, low = 0] = fields.slice(6)
  if (fields.slice(0, 5).some(Boolean) || fields[5] !== 0xffff) return ip
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether only this machine is called so. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  )
}
