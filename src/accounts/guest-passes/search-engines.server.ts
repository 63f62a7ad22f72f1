import { Resolver } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { createNetworkCheck } from '../../platform/http/address.server.ts'

/** Names that search engines send as user agent, and the domains of their crawlers' addresses. */
const ENGINES: readonly [agent: RegExp, host: RegExp][] = [
  [/Googlebot|GoogleOther|Google-InspectionTool|Storebot-Google/, /\.(?:googlebot|google)\.com$/],
  [/bingbot|msnbot/i, /\.search\.msn\.com$/],
  [/Applebot/, /\.applebot\.apple\.com$/],
  [/DuckDuckBot/, /\.duckduckgo\.com$/],
  [/Yandex/, /\.yandex\.(?:com|net|ru)$/],
]

const HOUR_MS = 3_600_000
/** Milliseconds to cache a result, by whether the address is the engine's, is not, or was not found out. */
const TTL = { verified: 24 * HOUR_MS, foreign: HOUR_MS, unknown: 60_000 }
const CACHED_MAX = 10_000
/** Lookups at the same time. More claims are ignored, so that they cannot flood the name server. */
const LOOKUPS_AT_ONCE = 8
const DNS_TIMEOUT_MS = 2000
/** Host names that an address may have. Each needs a query. */
const NAMES_MAX = 3
/** DNS errors which mean that there is no such name, rather than that the name server did not respond. */
const NO_NAME = ['ENOTFOUND', 'ENODATA']

/** Returns whether the user agent is that of a search engine. Anybody can claim this. */
export function isSearchEngine(userAgent: string | null): boolean {
  return hostOf(userAgent) !== undefined
}

function hostOf(userAgent: string | null): RegExp | undefined {
  return ENGINES.find(([agent]) => userAgent && agent.test(userAgent))?.[1]
}

export type NameServer = Pick<Resolver, 'reverse' | 'resolve4' | 'resolve6'>

/** Recognises crawlers of search engines by reverse DNS, confirmed by a forward lookup. */
export class SearchEngines {
  private readonly names: NameServer
  private readonly known = new LRUCache<string, keyof typeof TTL>({ max: CACHED_MAX })
  private readonly looking = new Set<string>()

  constructor(names: NameServer = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 })) {
    this.names = names
  }

  /** Returns whether the address is known to be the engine's. If it is not yet known, looks it up meanwhile. */
  isVerified(address: string, userAgent: string | null): boolean {
    const host = hostOf(userAgent)
    if (!host || !address) return false
    const key = `${address} ${host.source}`
    const verdict = this.known.get(key)
    if (verdict === undefined) void this.look(key, address, host)
    return verdict === 'verified'
  }

  private async look(key: string, address: string, host: RegExp): Promise<void> {
    if (this.looking.has(key) || this.looking.size >= LOOKUPS_AT_ONCE) return
    this.looking.add(key)
    const verdict = await this.verdictOn(address, host).catch((error: { code?: string }) =>
      NO_NAME.includes(error.code ?? '') ? ('foreign' as const) : ('unknown' as const),
    )
    this.known.set(key, verdict, { ttl: TTL[verdict] })
    this.looking.delete(key)
  }

  private async verdictOn(address: string, host: RegExp): Promise<'verified' | 'foreign'> {
    const names = (await this.names.reverse(address)).slice(0, NAMES_MAX)
    const resolve = address.includes(':') ? 'resolve6' : 'resolve4'
    for (const name of names.filter((name) => host.test(name.toLowerCase()))) {
      const addresses = await this.names[resolve](name)
      if (createNetworkCheck(addresses)(address)) return 'verified'
    }
    return 'foreign'
  }
}
