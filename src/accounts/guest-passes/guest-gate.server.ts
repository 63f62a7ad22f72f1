import type { Services } from '../../core/context.server.ts'
import type { GuestGate, QueuedRequest } from '../../core/guest-queues.server.ts'
import { consumeRateLimit, tooManyRequests } from '../../core/rate-limit.server.ts'
import { counter, gauge } from '../../platform/metrics.server.ts'
import { GuestPassRequiredError } from '../../platform/outage.ts'
import { readPass } from './pass.server.ts'
import { CROWD, CROWD_MS, FLOOD_MS, type GuestCheckOutcome, PASS_RATE_LIMIT } from './policy.ts'
import { SearchEngines } from './search-engines.server.ts'
import { noteFlood } from './sql.server.ts'

type Needs = Pick<Services, 'background' | 'config' | 'db' | 'log' | 'rateLimiter' | 'siteSettings'> & {
  dayCounts: { add(kind: GuestCheckOutcome): void }
}

/** Requires a pass for guests' uncached pages: during a flood, always or never, as admins choose. */
export class PassGate implements GuestGate {
  private readonly services: Needs
  private readonly engines: SearchEngines
  private crowdedSince: number | undefined
  /** End of the flood in `performance.now()` time. */
  private floodEnd = Number.NEGATIVE_INFINITY

  constructor(services: Needs, engines = new SearchEngines()) {
    this.services = services
    this.engines = engines
    gauge('flood', '1 while guests need a pass because of a flood', () => Number(this.isFlood), { of: 'max' })
  }

  get isClosed(): boolean {
    return this.mode === 'always' || (this.mode === 'flood' && this.isFlood)
  }

  /** Seconds until guests without a pass may try again. */
  get retryAfter(): number {
    const rest = this.isFlood ? this.floodEnd - performance.now() : FLOOD_MS
    return Math.ceil(rest / 1000)
  }

  async turnOf({ req, var: { address } }: QueuedRequest): Promise<string> {
    if (this.mode === 'never') return address
    // Looks up search engines even without a flood, so that they are known when one begins.
    const isEngine = this.engines.isVerified(address, req.raw.headers.get('user-agent'))
    if (!this.isClosed) return address
    const pass = readPass(req.raw.headers, this.services.config)
    if (pass !== undefined) {
      const wait = await consumeRateLimit(this.services, PASS_RATE_LIMIT, { account: pass, address: '' })
      if (wait > 0) throw tooManyRequests(wait)
      return `pass ${pass}`
    }
    if (!isEngine) throw new GuestPassRequiredError(this.retryAfter)
    this.count('search_engine_reads')
    return address
  }

  noteCrowd(addresses: number): void {
    const now = performance.now()
    if (addresses < CROWD) {
      this.crowdedSince = undefined
      return
    }
    this.crowdedSince ??= now
    if (now - this.crowdedSince < CROWD_MS || this.mode !== 'flood') return
    this.crowdedSince = undefined
    this.beginFlood(now)
  }

  count(outcome: GuestCheckOutcome): void {
    outcomes.inc({ outcome })
    this.services.dayCounts.add(outcome)
  }

  private get mode() {
    return this.services.siteSettings.settings?.guest_check ?? 'flood'
  }

  private get isFlood(): boolean {
    return performance.now() < this.floodEnd
  }

  private beginFlood(now: number): void {
    const { background, db, log } = this.services
    if (!this.isFlood) log.warn('a flood of guest requests: for five minutes, guests need a pass')
    this.floodEnd = now + FLOOD_MS
    background.add('storing a flood', noteFlood(db))
  }
}

const outcomes = counter(
  'guest_checks_total',
  'Guests without a pass, solved and wrong challenges, requests of verified search engines',
  'outcome',
)
