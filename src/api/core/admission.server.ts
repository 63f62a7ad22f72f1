import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressGroup } from '../../platform/address.server.ts'
import { Semaphore } from '../../platform/semaphore.server.ts'
import { whenIdle } from '../../platform/when-idle.server.ts'
import type { Services } from './context.server.ts'
import { consumeRateLimit, enforceRateLimit, tooManyRequests } from './rate-limit.server.ts'
import type { RateLimit } from './rate-limited.ts'
import type { Viewer } from './viewer.ts'

/** Begins a piece of work when its turn has come, or rejects: 429 for who asks too much, Overloaded for who waited too long. */
export type Admit = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Nobody searches for something else each second; answers that are kept are not counted. */
const SEARCH_RATE_LIMIT: RateLimit = { name: 'searches', address: { times: 60, seconds: 60 } }
/** Pages and lists that no cache has. A reader with a fast finger needs five a second, a school some more. */
const RENDER_RATE_LIMIT: RateLimit = { name: 'renderings', address: { times: 20, seconds: 1 } }
/** Milliseconds for which those wait who ask for more. */
const MAX_WAIT_MS = 3000
/** Milliseconds until somebody hears that they are refused: whoever then tries again at once does so twice a second. */
const REFUSAL_DELAY_MS = 500

/** One processor stays free for the others: the database that comes with the forum runs beside it. */
export const SEARCHES_AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))

/** The parameter that makes a question a search, in all addresses of ours. */
const SEARCH = /[?&]search=[^&]/
/** What costs many times a page: searches, what crawlers and readers of feeds ask for, and lists far from their beginning. */
const EXPENSIVE = /[?&](search|cursor)=[^&]|^\/feeds\/|^\/sitemap|\/image-[a-z0-9]+\.png$/
/** Counted as what it is, in its own contract. */
const TYPED = /^\/(api|opensearch)\/suggestions/

/** Whose session a request carries, by id; asked only when an answer has to be made. */
export type FindMember = () => Promise<string | undefined>

interface Asked {
  key: string
  address: string
  member: string | undefined
}

/**
 * What guests may make us do that no cache spares us. What is a member's own waits in no line, and for what is everybody's
 * members have a line of theirs: however many guests ask, there is room for them. When there is too much all the same, the
 * expensive is refused first, and members last (pressure.server.ts).
 */
export class Admission {
  private readonly services: Pick<Services, 'config' | 'pressure' | 'rateLimiter' | 'responseCache'>
  /** Rendering is work for the one processor that Node has: one renders while another waits for the database. */
  private readonly renderings = new Semaphore({ permits: 2, queue: 60, timeout: 5000 })
  /** Pages that were kept until a write dropped them: one is made for all who ask, however long the line of the others is. */
  private readonly renewals = new Semaphore({ permits: 1, queue: 60, timeout: 5000 })
  /** A search keeps one processor of the database busy, for a tenth of a second if its words are common. */
  private readonly searches = new Semaphore({ permits: SEARCHES_AT_ONCE, queue: 10, timeout: MAX_WAIT_MS })
  /** What members read of what everybody may: each in turn, whatever it costs. */
  private readonly ofMembers = new Semaphore({ permits: 2, queue: 10, timeout: 5000 })

  constructor(services: Pick<Services, 'config' | 'pressure' | 'rateLimiter' | 'responseCache'>) {
    this.services = services
    services.pressure.watch('renderings', () => this.renderings.delay)
    services.pressure.watch('searches', () => this.searches.delay)
  }

  /** For an answer that is kept under `key`, alike for all, which somebody at `address` asks for: a member, or a guest. */
  of(key: string, address: string, findMember: FindMember = async () => undefined): Admit {
    if (!this.services.config.RATE_LIMITS) return (work) => work()
    return async (work) => {
      let isBegun = false
      const begin = async () => {
        await whenIdle()
        isBegun = true
        return work()
      }
      try {
        return await this.inTurn({ key, address, member: await findMember() }, begin)
      } catch (error) {
        if (!isBegun) await sleep(REFUSAL_DELAY_MS)
        throw error
      }
    }
  }

  /** For an answer to `viewer` alone: a member's own waits for nobody, and is refused last. */
  ofOwn(key: string, address: string, viewer: Viewer | null): Admit {
    if (!viewer) return this.of(key, address)
    return async (work) => {
      if (this.services.config.RATE_LIMITS) this.services.pressure.admit('member')
      return work()
    }
  }

  private async inTurn<Result>(asked: Asked, work: () => Promise<Result>): Promise<Result> {
    const { key, address, member } = asked
    const isExpensive = EXPENSIVE.test(key)
    const isRenewal = !isExpensive && this.services.responseCache.isKnown(key)
    // Before anything is counted: who is refused for the others' sake has not asked too much.
    if (!isRenewal) this.services.pressure.admit(member ? 'member' : isExpensive ? 'expensive' : 'guest')
    const isSearch = SEARCH.test(key)
    await (isSearch ? this.countSearch(key, address) : this.waitForTurn(address))
    if (member) return this.ofMembers.run(work, member)
    const line = isSearch ? this.searches : isRenewal ? this.renewals : this.renderings
    return line.run(work, addressGroup(address))
  }

  private async countSearch(key: string, address: string): Promise<void> {
    if (TYPED.test(key)) return
    await enforceRateLimit({ ...this.services, viewer: null, address }, SEARCH_RATE_LIMIT)
  }

  private async waitForTurn(address: string): Promise<void> {
    for (let waited = 0; ; ) {
      const wait = await consumeRateLimit(this.services, RENDER_RATE_LIMIT, { address })
      if (wait === 0) return
      waited += wait * 1000
      if (waited > MAX_WAIT_MS) throw tooManyRequests(wait)
      await sleep(wait * 1000)
    }
  }
}
