// `node bench/scale.ts`: what forums of different sizes ask of the page caches of their nodes, by simulation; docs/scale.md
// has its assumptions and what it says.
import { LRUCache } from 'lru-cache'

/** Pages of a forum of so many members, and how often they are read in the busiest hour. */
const POSTS_A_MEMBER = 10
const VIEWS_A_MEMBER_A_DAY = 20
const PEAK = 3
/** Writes that drop a page, a member and a day: posts, comments, votes. */
const WRITES_A_MEMBER_A_DAY = 0.16
/** Of 64 MB: a page of a discussion as it is and in two compressed forms weighs 80 KB. */
const PAGES_KEPT = 800
/** Seconds after which a page is made anew, in the background, when somebody asks; in a CDN that is told what to drop. */
const FRESH = 10
const FRESH_IN_CDN = 300
/** What a cache before the nodes keeps. */
const PAGES_OF_CDN = 1_000_000
/** Of one core: answers from the cache, and pages of discussions made anew, a second (docs/performance.md). */
const VIEWS_A_NODE = 7000
const MADE_A_NODE = 140
const SECONDS = 300

for (const members of [1e3, 1e4, 1e5, 1e6, 1e7, 1e8]) simulate(members)

function simulate(members: number): void {
  const views = (members * VIEWS_A_MEMBER_A_DAY * PEAK) / 86_400
  const writes = (members * WRITES_A_MEMBER_A_DAY * PEAK) / 86_400
  const pages = members * POSTS_A_MEMBER
  const run = (nodes: number) =>
    simulateCache({ pages, kept: PAGES_KEPT, views: views / nodes, writes, fresh: FRESH })
  let nodes = Math.max(1, Math.ceil(views / VIEWS_A_NODE))
  let node = run(nodes)
  for (; node.made > MADE_A_NODE; node = run(nodes)) nodes = Math.ceil((nodes * node.made) / MADE_A_NODE)
  const cdn = (fresh: number) => simulateCache({ pages, kept: PAGES_OF_CDN, views, writes, fresh }).made
  console.log(
    `${String(members).padStart(9)} members  ${views.toFixed(1).padStart(8)} views/s  ${writes.toFixed(2).padStart(7)} writes/s  ` +
      `${String(nodes).padStart(4)} nodes, ${(node.made * nodes).toFixed(1)} made/s (${(node.hits * 100).toFixed(0)} % at once)  ` +
      `with a CDN ${cdn(FRESH).toFixed(1)}, that drops by key ${cdn(FRESH_IN_CDN).toFixed(1)} made/s`,
  )
}

interface Cache {
  pages: number
  kept: number
  views: number
  writes: number
  fresh: number
}

/** A cache, second for second; what is read and written is chosen by Zipf's law, the front page being every fifth view. */
function simulateCache({ pages, kept, views, writes, fresh }: Cache): { hits: number; made: number } {
  const cache = new LRUCache<number, number>({ max: kept })
  let [asked, hits, made] = [0, 0, 0]
  const random = mulberry(7)
  const page = () => (random() < 0.2 ? 0 : Math.floor(pages ** random()))
  const times = (rate: number) => Math.floor(rate) + (random() < rate % 1 ? 1 : 0)
  for (let second = 0; second < SECONDS; second++) {
    // A write drops its page and the lists.
    for (let n = times(writes); n > 0; n--) {
      cache.delete(page())
      cache.delete(0)
    }
    for (let n = times(views); n > 0; n--) {
      const wanted = page()
      const madeAt = cache.get(wanted)
      asked++
      if (madeAt !== undefined) hits++
      if (madeAt !== undefined && second - madeAt < fresh) continue
      cache.set(wanted, second)
      made++
    }
  }
  return { hits: hits / asked, made: made / SECONDS }
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
