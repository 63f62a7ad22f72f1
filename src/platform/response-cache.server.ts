import { CacheEntries, type Entry } from './cache-entries.server.ts'
import { CachedResponse, type RenderedResponse } from './cached-response.server.ts'
import { isOutage } from './outage.ts'
import { Overloaded } from './overloaded.ts'
import { type Rendering, Renderings } from './tags.server.ts'

/** How to make an answer that is not there. */
type Make = () => Promise<RenderedResponse>
/** Begins to make an answer when its turn has come. Whoever waits for one that is being made needs none. */
type Admit = (work: () => Promise<CachedResponse>) => Promise<CachedResponse>

const atOnce: Admit = (work) => work()
/** Milliseconds; nothing older is served, unless the database is away. */
const OLDEST = 5 * 60_000

export interface ResponseCacheOptions {
  /** Bytes of all kept answers together, compressed forms included; 32 MiB. */
  maxBytes?: number
  /** Milliseconds until an answer is made anew even if nothing dropped it; 10 s: view counts drop nothing. */
  freshFor?: number
  /** Off: every answer is made anew, for measurements. */
  enabled?: boolean
}

/**
 * Byte cache of public answers. Exact: an answer is dropped by the tags it was made from, also when a write
 * happens while it is being made. One rendering at a time per key.
 */
export class ResponseCache {
  /** Answers that were there when they were asked for, since the start, and those that somebody waited for. */
  hits = 0
  misses = 0
  private readonly entries: CacheEntries
  private readonly pending = new Map<string, Promise<CachedResponse>>()
  private readonly renderings = new Renderings()
  private readonly freshFor: number
  private readonly enabled: boolean

  constructor({ maxBytes = 32 * 1024 * 1024, freshFor = 10_000, enabled = true }: ResponseCacheOptions = {}) {
    this.freshFor = freshFor
    this.enabled = enabled
    this.entries = new CacheEntries(maxBytes)
  }

  /** The answer for `key` if it is there and fresh. */
  peek(key: string): CachedResponse | undefined {
    const entry = this.entries.find(key)
    if (!entry || entry.staleAt <= performance.now()) return undefined
    this.hits++
    return entry.answer
  }

  /**
   * The answer for `key`, made by `make` if it is not there; a stale one is served and made again in the
   * background, one of more than five minutes only while the database is away. Only 200 and 404 are kept. Rejects with
   * what `make` or `admit` reject with.
   */
  async read(key: string, make: Make, admit = atOnce): Promise<CachedResponse> {
    const entry = this.entries.find(key)
    const now = performance.now()
    const isThere = entry && (entry.staleAt > now || Date.now() - entry.madeAt < OLDEST)
    if (isThere) this.hits++
    else this.misses++
    if (!entry) return this.pending.get(key) ?? admit(() => this.madeMeanwhile(key) ?? this.render(key, make))
    if (entry.staleAt > now) return entry.answer
    if (!isThere) return this.renewed(key, entry, make, admit)
    entry.staleAt = now + this.freshFor
    // Whoever asks next hears what was the matter, or tries again.
    admit(() => this.render(key, make)).catch(() => undefined)
    return entry.answer
  }

  /** Drops every answer that depends on one of `tags`, on this node. */
  drop(tags: readonly string[]): void {
    this.renderings.drop(tags)
    // Whoever asks after a write must not be handed a rendering that began before it.
    this.pending.clear()
    this.entries.drop(tags)
  }

  /** Drops everything: after a lost connection to the other nodes nobody knows what was missed. */
  clear(): void {
    this.renderings.clear()
    this.pending.clear()
    this.entries.clear()
  }

  /** Whether the answer for `key` is kept, or was until a write dropped it: others will ask for it, too. */
  isKnown(key: string): boolean {
    return this.entries.isKnown(key)
  }

  get size() {
    return this.entries.size
  }

  /** By somebody whose turn came first. */
  private madeMeanwhile(key: string, former?: Entry): Promise<CachedResponse> | undefined {
    const entry = this.entries.find(key)
    return entry && entry.madeAt !== former?.madeAt ? Promise.resolve(entry.answer) : undefined
  }

  /** In the place of one that is too old; that one, marked, where no turn comes because a database that hangs takes them all. */
  private renewed(key: string, former: Entry, make: Make, admit: Admit): Promise<CachedResponse> {
    const running = this.pending.get(key)
    if (running) return running
    const renewing = admit(() => this.madeMeanwhile(key, former) ?? this.render(key, make))
    return renewing.catch((error: unknown) => {
      const staleResponse = error instanceof Overloaded ? this.staleResponse(key) : undefined
      if (staleResponse) return staleResponse
      throw error
    })
  }

  private render(key: string, make: Make): Promise<CachedResponse> {
    const running = this.pending.get(key)
    if (running) return running
    const started = this.make(key, make).finally(() => {
      if (this.pending.get(key) === started) this.pending.delete(key)
    })
    if (this.enabled) this.pending.set(key, started)
    return started
  }

  private make(key: string, make: Make): Promise<CachedResponse> {
    return this.renderings.run(async (rendering) => {
      try {
        const answer = new CachedResponse(await make())
        if (rendering.isCutOff) return this.staleResponse(key) ?? answer
        if (this.enabled && isKept(answer, rendering)) {
          const madeAt = Date.now()
          const staleAt = performance.now() + this.freshFor
          this.entries.add(key, { answer, tags: rendering.tags, madeAt, staleAt })
        }
        return answer
      } catch (error) {
        const staleResponse = rendering.isCutOff || isOutage(error) ? this.staleResponse(key) : undefined
        if (staleResponse) return staleResponse
        throw error
      }
    })
  }

  /** The last answer before the database went away, marked as such; asked for again after a moment. */
  private staleResponse(key: string): CachedResponse | undefined {
    const entry = this.entries.find(key)
    if (!entry) return undefined
    const answer = entry.answer.asOf(entry.madeAt)
    this.entries.put(key, { ...entry, answer, staleAt: performance.now() + this.freshFor })
    return answer
  }
}

function isKept({ status }: CachedResponse, { isUpToDate }: Rendering) {
  return (status === 200 || status === 404 || status === 410) && isUpToDate
}
