import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.server.ts'

export interface ResponseCacheEntry {
  answer: CachedResponse
  tags: Set<string>
  madeAt: number
  /** When the response becomes stale, in `performance.now()` time, which clock changes do not affect. */
  staleAt: number
}

/** Memory in bytes that a tag takes, as measured. */
const TAG_WEIGHT = 300
/** Limits for remembering invalidated pages: number, milliseconds. A 32 MiB cache holds about 400 pages. */
const KNOWN = { max: 1000, ttl: 5 * 60_000 }

export class CacheEntries {
  private readonly found: LRUCache<string, ResponseCacheEntry>
  /** 404 responses. They get only a sixteenth of the space, so that unknown URLs evict no pages. */
  private readonly missing: LRUCache<string, ResponseCacheEntry>
  private readonly dropped = new LRUCache<string, true>(KNOWN)
  private readonly keysByTag = new Map<string, Set<string>>()

  constructor(maxBytes: number) {
    const store = (maxSize: number) =>
      new LRUCache<string, ResponseCacheEntry>({
        maxSize,
        maxEntrySize: maxBytes / 8,
        sizeCalculation: ({ answer, tags }, key) => answer.weight + key.length * 2 + tags.size * TAG_WEIGHT,
        dispose: (entry, key) => this.unlink(key, entry),
      })
    this.found = store(maxBytes)
    this.missing = store(maxBytes / 16)
  }

  find(key: string): ResponseCacheEntry | undefined {
    return this.found.get(key) ?? this.missing.get(key)
  }

  isKnown(key: string): boolean {
    return this.found.has(key) || this.dropped.has(key)
  }

  add(key: string, entry: ResponseCacheEntry): void {
    this.forget(key)
    this.put(key, entry)
    if (!this.find(key)) return
    for (const name of entry.tags) {
      const keys = this.keysByTag.get(name)
      if (keys) keys.add(key)
      else this.keysByTag.set(name, new Set([key]))
    }
  }

  /** Stores the entry with its current size. Does not index its tags, so they must not have changed. */
  put(key: string, entry: ResponseCacheEntry): void {
    entry.answer.onResize = () => {
      const current = this.find(key)
      if (current?.answer === entry.answer) this.put(key, { ...current })
    }
    const store = entry.answer.status === 404 ? this.missing : this.found
    store.set(key, entry, { noDisposeOnSet: true })
  }

  drop(tags: readonly string[]): void {
    for (const name of tags)
      for (const key of this.keysByTag.get(name) ?? []) {
        if (this.found.has(key)) this.dropped.set(key, true)
        this.forget(key)
      }
  }

  clear(): void {
    this.found.clear()
    this.missing.clear()
  }

  get size() {
    const { found, missing } = this
    return {
      answers: found.size + missing.size,
      bytes: found.calculatedSize + missing.calculatedSize,
    }
  }

  private forget(key: string): void {
    this.found.delete(key)
    this.missing.delete(key)
  }

  private unlink(key: string, entry: ResponseCacheEntry) {
    for (const name of entry.tags) {
      const keys = this.keysByTag.get(name)
      keys?.delete(key)
      if (keys?.size === 0) this.keysByTag.delete(name)
    }
  }
}
