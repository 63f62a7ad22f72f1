import { noteOutage, type Rendering, Renderings, tag } from './tags.server.ts'

interface SharedRead {
  value: unknown
  rendering: Rendering
  /** By `performance.now()`. */
  staleAt: number
}

/** Milliseconds, as for answers: time and view counts drop nothing. */
const FRESH_FOR = 10_000

/**
 * What pages show alike, loaded once for all of them. Exact: it is dropped by the tags that it was made from, also while it is
 * loaded, and each page that shows it has them too. What stands beside a list took a third of the time of one that no cache had.
 */
export class SharedReads {
  private readonly kept = new Map<string, SharedRead>()
  private readonly pending = new Map<string, Promise<SharedRead>>()
  private readonly renderings = new Renderings()

  /** What `load` gives, at most ten seconds old. Rejects with what it rejects with, which is not kept. */
  async read<T>(name: string, load: () => Promise<T>): Promise<T> {
    const known = this.kept.get(name)
    const isFresh = known && known.staleAt > performance.now()
    const { value, rendering } = isFresh ? known : await (this.pending.get(name) ?? this.begin(name, load))
    tag(...rendering.tags)
    if (rendering.isCutOff) noteOutage()
    return value as T
  }

  drop(tags: readonly string[]): void {
    this.renderings.drop(tags)
    // Whoever asks after a write must not be handed what was asked for before it.
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
    const loading = this.load(name, load).finally(() => {
      if (this.pending.get(name) === loading) this.pending.delete(name)
    })
    this.pending.set(name, loading)
    return loading
  }

  private load(name: string, load: () => Promise<unknown>): Promise<SharedRead> {
    return this.renderings.run(async (rendering) => {
      const read = { value: await load(), rendering, staleAt: performance.now() + FRESH_FOR }
      if (rendering.isUpToDate && !rendering.isCutOff) this.kept.set(name, read)
      return read
    })
  }
}
