import { markOutage, type Rendering, Renderings, tag } from './tags.server.ts'

interface SharedRead {
  value: unknown
  rendering: Rendering
  staleAt: number
}

/** Lifetime in milliseconds. Short, because neither new views nor the passing of time invalidate the data. */
const FRESH_FOR = 10_000

/** Loads data once for many pages and tags each. An uncached list takes a third less time to render. */
export class SharedReads {
  private readonly kept = new Map<string, SharedRead>()
  private readonly pending = new Map<string, Promise<SharedRead>>()
  private readonly renderings = new Renderings()

  /** Returns the result of `load`, at most ten seconds old. Errors are not cached. */
  async read<T>(name: string, load: () => Promise<T>): Promise<T> {
    const known = this.kept.get(name)
    const isFresh = known && known.staleAt > performance.now()
    const { value, rendering } = isFresh ? known : await (this.pending.get(name) ?? this.begin(name, load))
    tag(...rendering.tags)
    if (rendering.isCutOff) markOutage()
    return value as T
  }

  drop(tags: readonly string[]): void {
    this.renderings.drop(tags)
    // Forgets running loads: a request after a write must not receive data loaded before the write.
    this.pending.clear()
    for (const [name, { rendering }] of this.kept)
      if (tags.some((each) => rendering.tags.has(each))) this.kept.delete(name)
  }

  clear(): void {
    this.renderings.clear()
    this.pending.clear()
    this.kept.clear()
  }

  private begin(name: string, load: () => Promise<unknown>): Promise<SharedRead> {
    const read = async (rendering: Rendering) => {
      const read = { value: await load(), rendering, staleAt: performance.now() + FRESH_FOR }
      if (rendering.isUpToDate && !rendering.isCutOff) this.kept.set(name, read)
      return read
    }
    const loading = this.renderings.run(read).finally(() => {
      if (this.pending.get(name) === loading) this.pending.delete(name)
    })
    this.pending.set(name, loading)
    return loading
  }
}
