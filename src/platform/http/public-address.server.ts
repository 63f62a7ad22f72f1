import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The host of a request has an address that is not public, so no connection was opened. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/**
 * Returns an agent for requests to URLs that members or staff typed. It connects only to public addresses and checks
 * the address after DNS resolution, so a name cannot resolve differently between check and connection. The request
 * fails with PrivateAddressError. The agent opens a connection for each request and does not follow redirects.
 *
 * @param allowsLoopback Also allows 127.0.0.0/8 and ::1 (`config.allowsLoopbackRequests`, for tests).
 */
export function publicAddressAgent(url: URL, allowsLoopback: boolean, options: AgentOptions = {}): HttpAgent {
  const isAllowed = (address: string) => isPublic(address) || (allowsLoopback && isLoopbackAddress(address))
  const agent = new (url.protocol === 'https:' ? HttpsAgent : HttpAgent)({
    ...options,
    keepAlive: false,
    lookup: publicLookup(isAllowed),
  } as AgentOptions)
  const createConnection = agent.createConnection.bind(agent)
  // Node resolves no name, and so calls no `lookup`, if the host is an address.
  agent.createConnection = (target, callback) => {
    const host = target.host ?? ''
    if (isIP(host) === 0 || isAllowed(host)) return createConnection(target, callback)
    callback?.(refusal(host), undefined as never)
    return null
  }
  return agent
}

/** Returns whether `address` is a public IPv4 or IPv6 address. IPv4 addresses within IPv6 are not. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !SPECIAL.check(address, 'ipv4')
  return family === 6 && GLOBAL.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
}

function publicLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true } as LookupOptions & { all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const refused = addresses.find(({ address }) => !isAllowed(address))
      if (refused || !addresses[0]) return callback(refusal(hostname), '')
      return answer(addresses, addresses[0], options, callback)
    })
}

function answer(
  all: LookupAddress[],
  first: LookupAddress,
  options: LookupOptions,
  callback: Parameters<LookupFunction>[2],
): void {
  if (options.all) callback(null, all)
  else callback(null, first.address, first.family)
}

const refusal = (host: string) => new PrivateAddressError(`${host} does not have a public address`)
const isLoopbackAddress = (address: string) => LOOPBACK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

function networks(...list: readonly string[]): BlockList {
  const blockList = new BlockList()
  for (const network of list) {
    const [address = '', bits] = network.split('/')
    blockList.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return blockList
}

const LOOPBACK = networks('127.0.0.0/8', '::1/128')

/** All global unicast addresses of IPv6. Loopback, unique-local, link-local, multicast and mapped ones are outside. */
const GLOBAL = networks('2000::/3')

/** Networks of the IANA special-purpose registries: private, shared, documentation, benchmarks, tunnels, multicast. */
const SPECIAL = networks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
)
