import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.server.ts'

/** A kept answer, and what drops it. */
export interface Entry {
  answer: CachedResponse
  tags: Set<string>
  /** Milliseconds since 1970, as people are told it. */
  madeAt: number
  /** By `performance.now()`, which no correction of the clock moves. */
  staleAt: number
}

/** Bytes of a tag in both directions, measured. */
const TAG_WEIGHT = 300
/** So many keys are known after a write has dropped their answers, for so many milliseconds: 32 MiB hold some 400 pages. */
const KNOWN = { max: 1000, ttl: 5 * 60_000 }

/** What a ResponseCache keeps: answers by key, the least recently used going first, and their keys by tag. */
export class CacheEntries {
  private readonly found: LRUCache<string, Entry>
  /** Addresses that lead nowhere are without number: they have a sixteenth, and push no page out. */
  private readonly missing: LRUCache<string, Entry>
  /** Keys of answers other than 404 that a write has dropped. */
  private readonly dropped = new LRUCache<string, true>(KNOWN)
  private readonly keysByTag = new Map<string, Set<string>>()

  constructor(maxBytes: number) {
    const store = (maxSize: number) =>
      new LRUCache<string, Entry>({
        maxSize,
        maxEntrySize: maxBytes / 8,
        sizeCalculation: ({ answer, tags }, key) => answer.weight + key.length * 2 + tags.size * TAG_WEIGHT,
        dispose: (entry, key) => this.unlink(key, entry),
      })
    this.found = store(maxBytes)
    this.missing = store(maxBytes / 16)
  }

  find(key: string): Entry | undefined {
    return this.found.get(key) ?? this.missing.get(key)
  }

  /** Whether there is an answer, or was one until a write dropped it. */
  isKnown(key: string): boolean {
    return this.found.has(key) || this.dropped.has(key)
  }

  /** Keeps a new answer, unless it is too large. */
  add(key: string, entry: Entry): void {
    this.forget(key)
    this.put(key, entry)
    if (!this.find(key)) return
    for (const name of entry.tags) {
      const keys = this.keysByTag.get(name)
      if (keys) keys.add(key)
      else this.keysByTag.set(name, new Set([key]))
    }
  }

  /** Weighs it (again): in the place of one with the same tags it disposes of nothing. */
  put(key: string, entry: Entry): void {
    entry.answer.onResize = () => {
      const current = this.find(key)
      if (current?.answer === entry.answer) this.put(key, { ...current })
    }
    const store = entry.answer.status === 404 ? this.missing : this.found
    store.set(key, entry, { noDisposeOnSet: true })
  }

  /** Forgets every answer with one of `tags`. */
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

  private unlink(key: string, entry: Entry) {
    for (const name of entry.tags) {
      const keys = this.keysByTag.get(name)
      keys?.delete(key)
      if (keys?.size === 0) this.keysByTag.delete(name)
    }
  }
}
