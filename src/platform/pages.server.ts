import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { Answer, type PlainAnswer } from './answer.server.ts'

interface Entry {
  answer: Answer
  tags: Set<string>
  staleAt: number
}

interface Rendering {
  tags: Set<string>
  dropped: Set<string>
}

/** How to make an answer that is not there. */
type Make = () => Promise<PlainAnswer>
/** Begins to make an answer when its turn has come. Whoever waits for one that is being made needs none. */
type Admit = (work: () => Promise<Answer>) => Promise<Answer>

const atOnce: Admit = (work) => work()

const renderings = new AsyncLocalStorage<Rendering>()
const EVERYTHING = '*'

/**
 * Notes that the public answer being made depends on `names` (`post:ID`, `posts`, `category:ID`…).
 * Outside of a cached answer it does nothing.
 */
export function tag(...names: string[]): void {
  const rendering = renderings.getStore()
  if (rendering) for (const name of names) rendering.tags.add(name)
}

export interface PageCacheOptions {
  /** Bytes of all kept answers together; 64 MiB. */
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
export class PageCache {
  /** Answers served by `peek` since the start. */
  hits = 0
  private readonly entries: LRUCache<string, Entry>
  private readonly keysByTag = new Map<string, Set<string>>()
  private readonly pending = new Map<string, Promise<Answer>>()
  private readonly active = new Set<Rendering>()
  private readonly freshFor: number
  private readonly enabled: boolean

  constructor({ maxBytes = 64 * 1024 * 1024, freshFor = 10_000, enabled = true }: PageCacheOptions = {}) {
    this.freshFor = freshFor
    this.enabled = enabled
    this.entries = new LRUCache<string, Entry>({
      maxSize: maxBytes,
      maxEntrySize: maxBytes / 8,
      sizeCalculation: ({ answer }, key) => answer.weight + key.length,
      dispose: (entry, key) => this.unlink(key, entry),
    })
  }

  /** The answer for `key` if it is there and fresh. */
  peek(key: string): Answer | undefined {
    const entry = this.entries.get(key)
    if (!entry || entry.staleAt <= Date.now()) return undefined
    this.hits++
    return entry.answer
  }

  /**
   * The answer for `key`, made by `make` if it is not there; a stale one is served and made again in the
   * background. Only 200 and 404 are kept. Rejects with what `make` or `admit` reject with.
   */
  async read(key: string, make: Make, admit = atOnce): Promise<Answer> {
    const entry = this.entries.get(key)
    if (!entry) return this.pending.get(key) ?? admit(() => this.madeMeanwhile(key) ?? this.render(key, make))
    if (entry.staleAt <= Date.now()) {
      entry.staleAt = Date.now() + this.freshFor
      admit(() => this.render(key, make)).catch(() => this.entries.delete(key))
    }
    return entry.answer
  }

  /** Drops every answer that depends on one of `tags`, on this node. */
  drop(tags: readonly string[]): void {
    for (const rendering of this.active) for (const name of tags) rendering.dropped.add(name)
    // Whoever asks after a write must not be handed a rendering that began before it.
    this.pending.clear()
    for (const name of tags) for (const key of this.keysByTag.get(name) ?? []) this.entries.delete(key)
  }

  /** Drops everything: after a lost connection to the other nodes nobody knows what was missed. */
  clear(): void {
    for (const rendering of this.active) rendering.dropped.add(EVERYTHING)
    this.pending.clear()
    this.entries.clear()
  }

  get size() {
    return { answers: this.entries.size, bytes: this.entries.calculatedSize }
  }

  /** By somebody whose turn came first. */
  private madeMeanwhile(key: string): Promise<Answer> | undefined {
    const entry = this.entries.get(key)
    return entry && Promise.resolve(entry.answer)
  }

  private render(key: string, make: Make): Promise<Answer> {
    const running = this.pending.get(key)
    if (running) return running
    const started = this.make(key, make).finally(() => {
      if (this.pending.get(key) === started) this.pending.delete(key)
    })
    if (this.enabled) this.pending.set(key, started)
    return started
  }

  private async make(key: string, make: Make): Promise<Answer> {
    const rendering: Rendering = { tags: new Set(), dropped: new Set() }
    this.active.add(rendering)
    try {
      const answer = new Answer(await renderings.run(rendering, make))
      if (this.enabled && isKept(answer, rendering)) this.store(key, answer, rendering.tags)
      return answer
    } finally {
      this.active.delete(rendering)
    }
  }

  private store(key: string, answer: Answer, tags: Set<string>) {
    this.entries.set(key, { answer, tags, staleAt: Date.now() + this.freshFor })
    if (!this.entries.has(key)) return
    for (const name of tags) {
      const keys = this.keysByTag.get(name)
      if (keys) keys.add(key)
      else this.keysByTag.set(name, new Set([key]))
    }
  }

  private unlink(key: string, entry: Entry) {
    for (const name of entry.tags) {
      const keys = this.keysByTag.get(name)
      keys?.delete(key)
      if (keys?.size === 0) this.keysByTag.delete(name)
    }
  }
}

function isKept({ status }: Answer, { tags, dropped }: Rendering) {
  return (status === 200 || status === 404) && !dropped.has(EVERYTHING) && tags.isDisjointFrom(dropped)
}
