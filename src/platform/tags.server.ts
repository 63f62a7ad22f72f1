import { AsyncLocalStorage } from 'node:async_hooks'

const EVERYTHING = '*'

/** Something public that is being made, and what it depends on. */
export class Rendering {
  readonly tags = new Set<string>()
  readonly dropped = new Set<string>()
  /** The database did not answer: whatever came of it is not what it should be. */
  isCutOff = false

  /** Nothing that it was made from was dropped meanwhile. */
  get isUpToDate(): boolean {
    return !this.dropped.has(EVERYTHING) && this.tags.isDisjointFrom(this.dropped)
  }
}

const renderings = new AsyncLocalStorage<Rendering>()

/**
 * Notes that the public answer being made depends on `names` (`post:ID`, `posts`, `category:ID`…).
 * Outside of a cached answer it does nothing.
 */
export function tag(...names: string[]): void {
  const rendering = renderings.getStore()
  if (rendering) for (const name of names) rendering.tags.add(name)
}

/** Notes that the database is away, so that an older answer may stand in for the one being made. */
export function noteOutage(): void {
  const rendering = renderings.getStore()
  if (rendering) rendering.isCutOff = true
}

/** What a cache is making at the moment: a write that happens meanwhile is noted with each. */
export class Renderings {
  private readonly active = new Set<Rendering>()

  /** What `make` calls is noted with the rendering that it is given. */
  async run<T>(make: (rendering: Rendering) => Promise<T>): Promise<T> {
    const rendering = new Rendering()
    this.active.add(rendering)
    try {
      return await renderings.run(rendering, () => make(rendering))
    } finally {
      this.active.delete(rendering)
    }
  }

  drop(tags: readonly string[]): void {
    for (const { dropped } of this.active) for (const name of tags) dropped.add(name)
  }

  clear(): void {
    this.drop([EVERYTHING])
  }
}
