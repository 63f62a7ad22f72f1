import { LRUCache } from 'lru-cache'

/** What is asked of a cache of pages, a second. */
export interface Asked {
  /** Of the forum. */
  pages: number
  /** At most, by the cache; those that nobody asked for longest make room. */
  kept: number
  views: number
  /** Of which the cache hears: each drops its page and the lists. */
  writes: number
  /** Seconds after which a page is made anew when somebody asks. */
  fresh: number
}

/** Long enough that chance does not show. */
const VIEWS_MEASURED = 100_000
const SECONDS_MEASURED = 30
/** Once a cache is full what comes pushes out what is there: it is then in ten seconds what it always is, within 2 %. */
const SECONDS_ONCE_FULL = 10

/**
 * A cache, view for view and write for write; what is read and written is chosen by Zipf's law, the front page being every fifth view. It is
 * looked at once it has been asked for as long as a page is fresh, or is full: what it had to make as it was empty does not count. Answers how many
 * pages are made a second.
 */
export function simulateCache({ pages, kept, views, writes, fresh }: Asked): number {
  const cache = new LRUCache<number, number>({ max: kept })
  const random = mulberry(7)
  const page = () => (random() < 0.2 ? 0 : Math.floor(pages ** random()))
  const rate = views + writes
  const seconds = Math.max(SECONDS_MEASURED, VIEWS_MEASURED / views)
  let made = 0
  for (let second = -fresh; second < seconds; second += 1 / rate) {
    if (random() * rate < writes) {
      cache.delete(page())
      cache.delete(0)
      continue
    }
    const wanted = page()
    const madeAt = cache.get(wanted)
    if (madeAt !== undefined && second - madeAt < fresh) continue
    cache.set(wanted, second)
    if (second >= 0) made++
    else if (cache.size === kept) second = Math.max(second, -SECONDS_ONCE_FULL)
  }
  return made / seconds
}

/** A small generator of numbers that are the same in each run. */
function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
