import { AsyncLocalStorage } from 'node:async_hooks'

const EVERYTHING = '*'

/** A public response that is being rendered, with its tags and the tags invalidated since it began. */
export class Rendering {
  readonly tags = new Set<string>()
  readonly dropped = new Set<string>()
  isCutOff = false

  get isUpToDate(): boolean {
    return !this.dropped.has(EVERYTHING) && this.tags.isDisjointFrom(this.dropped)
  }
}

const renderings = new AsyncLocalStorage<Rendering>()

/** Adds tags (`post:ID`, `posts`, `concept:ID`…) to the response being rendered, if there is one. */
export function tag(...names: string[]): void {
  const rendering = renderings.getStore()
  if (rendering) for (const name of names) rendering.tags.add(name)
}

/** Marks the response being rendered as incomplete, so that an older, complete one may replace it. */
export function markOutage(): void {
  const rendering = renderings.getStore()
  if (rendering) rendering.isCutOff = true
}

/** The renderings of one cache that are currently running. */
export class Renderings {
  private readonly active = new Set<Rendering>()

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
