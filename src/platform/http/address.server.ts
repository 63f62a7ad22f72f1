import { BlockList, isIP } from 'node:net'

/** Returns the client's IP address, or '' if it is unknown. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | null | undefined) => string

/**
 * Finds the client's IP address behind TRUSTED_PROXIES: the socket's peer or, if that is a trusted proxy, the
 * right-most untrusted entry of X-Forwarded-For. Entries to its left can be forged.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createNetworkCheck(trustedProxies)
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

export function createNetworkCheck(networks: readonly string[]): (ip: string) => boolean {
  const list = blockList(networks)
  return (ip) => list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

/** Returns the key by which limits count one household: its IPv4 address or its IPv6 /64 network. */
export function addressGroup(address: string): string {
  return isIP(address) === 6 ? prefixOf(address, 64) : address
}

/** The limit of a network (/48) is this many times the limit of a household (/64). */
export const NETWORK_SHARE = 8

/** Returns the /48 of an IPv6 address, or '' for IPv4. One person can rent a /48, which has 65,536 /64s. */
export function addressNetwork(address: string): string {
  return isIP(address) === 6 ? prefixOf(address, 48) : ''
}

/** Returns the first `bits` of an IPv6 address as a network. `bits` is a multiple of 16. */
function prefixOf(address: string, bits: number): string {
  const fields = eightFields(address).slice(0, bits / 16)
  return `${fields.map((field) => field.toString(16)).join(':')}::/${bits}`
}

function eightFields(address: string): number[] {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const left = fieldsOf(head)
  const right = fieldsOf(tail ?? '')
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<number>(missing).fill(0), ...right]
}

/** Parses the fields of an IPv6 address, whose last 32 bits may be in IPv4 notation. */
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

/** Removes brackets, port, zone and IPv4 mapping. Returns '' if the text is not an IP address. */
function plainAddress(text: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const ip = (bracketed ?? beforePort ?? text).replace(/%.*$/, '').toLowerCase()
  if (isIP(ip) === 0) return ''
  return ip.includes('ffff:') ? unmapped(ip) : ip
}

/** Returns the IPv4 address in an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), or else `ip` itself. */
function unmapped(ip: string): string {
  const fields = eightFields(ip)
  const [high = 0, low = 0] = fields.slice(6)
  if (fields.slice(0, 5).some(Boolean) || fields[5] !== 0xffff) return ip
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  )
}
