import { isOutage, OverloadedError } from '../outage.ts'
import { CacheEntries, type ResponseCacheEntry } from './cache-entries.server.ts'
import { CachedResponse, type RenderedResponse } from './cached-response.server.ts'
import { Renderings } from './tags.server.ts'

type Make = () => Promise<RenderedResponse>
type Admit = (work: () => Promise<CachedResponse>) => Promise<CachedResponse>

const atOnce: Admit = (work) => work()
/** Maximum age of a response in milliseconds. Ignored while the database is down. */
const OLDEST = 5 * 60_000

export interface ResponseCacheOptions {
  /** Maximum bytes including compressed forms; 32 MiB by default. */
  maxBytes?: number
  /** Milliseconds until a renewal in the background, for example of view counts; 10,000 by default. */
  freshFor?: number
  enabled?: boolean
}

/** Caches public responses and invalidates them by tag. Never renders a key twice at the same time. */
export class ResponseCache {
  /** Requests since the start. A hit returned a cached response at once; a miss waited for a new one. */
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

  peek(key: string): CachedResponse | undefined {
    const entry = this.entries.find(key)
    if (!entry || entry.staleAt <= performance.now()) return undefined
    this.hits++
    return entry.answer
  }

  /**
   * Returns the cached response, or the result of `make`. A response older than `freshFor` is returned and
   * renewed in the background. One older than five minutes is only returned while the database is down.
   * Caches status 200, 404 and 410. Rejects with errors of `make` and `admit`.
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
    // Ignores errors of the background renewal. The next request repeats it or receives the error.
    admit(() => this.render(key, make)).catch(() => undefined)
    return entry.answer
  }

  drop(tags: readonly string[]): void {
    this.renderings.drop(tags)
    // Forgets running renderings: a request after a write must not receive one that began before the write.
    this.pending.clear()
    this.entries.drop(tags)
  }

  /** Call it after the connection to other nodes was lost, because invalidations may have been missed. */
  clear(): void {
    this.renderings.clear()
    this.pending.clear()
    this.entries.clear()
  }

  /** Returns whether the response is cached, or was until a write invalidated it. */
  isKnown(key: string): boolean {
    return this.entries.isKnown(key)
  }

  get size() {
    return this.entries.size
  }

  private madeMeanwhile(key: string, former?: ResponseCacheEntry): Promise<CachedResponse> | undefined {
    const entry = this.entries.find(key)
    return entry && entry.madeAt !== former?.madeAt ? Promise.resolve(entry.answer) : undefined
  }

  /** Renews an old response. If the queue is full, as when the database hangs, returns the old one. */
  private renewed(
    key: string,
    former: ResponseCacheEntry,
    make: Make,
    admit: Admit,
  ): Promise<CachedResponse> {
    const running = this.pending.get(key)
    if (running) return running
    const renewing = admit(() => this.madeMeanwhile(key, former) ?? this.render(key, make))
    return renewing.catch((error: unknown) => {
      const staleResponse = error instanceof OverloadedError ? this.staleResponse(key) : undefined
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
        if (this.enabled && KEPT.includes(answer.status) && rendering.isUpToDate) {
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

  /** Returns the old response, marked with its age, and caches it as fresh for a short time. */
  private staleResponse(key: string): CachedResponse | undefined {
    const entry = this.entries.find(key)
    if (!entry) return undefined
    const answer = entry.answer.asOf(entry.madeAt)
    this.entries.put(key, { ...entry, answer, staleAt: performance.now() + this.freshFor })
    return answer
  }
}

const KEPT = [200, 404, 410]
