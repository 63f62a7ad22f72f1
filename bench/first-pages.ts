import type pg from 'pg'
import type { Running } from './process.ts'
import { atShare, timed } from './times.ts'

/** budgets.md: so many distinct pages after a start, and milliseconds that 99 of 100 of them take at most. */
const PAGES = 200
const P99_BUDGET = 150
/** Readers who come at once, each asking for the next page when they have one. */
const READERS = 4
const LISTS = ['/', '/forum', '/notes', '/concepts', '/community', '/best-of', '/thinkers', '/events']

/** Milliseconds (99 of 100) of what the first readers wait for: no cache has anything, and no code has run. */
export async function readFirstPages({ origin }: Running, db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ path: string }>(
    `(select '/post/' || id as path from posts order by md5(id::text) limit $1)
     union all (select '/profile/' || username from profiles where post_count > 0 order by id limit $2)`,
    [PAGES - LISTS.length - 50, 50],
  )
  const paths = [...LISTS, ...rows.map(({ path }) => path)]
  const times: number[] = []
  const reader = async () => {
    for (let path = paths.shift(); path; path = paths.shift()) {
      const address = origin + path
      times.push(await timed(async () => (await fetch(address)).arrayBuffer()))
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return atShare(times, 0.99)
}

/** Of several starts. */
export function reportFirstPages(measured: readonly number[]): void {
  const p99 = atShare(measured, 0.5)
  console.log(
    `first-pages     ${PAGES} distinct pages after a start, ${READERS} readers: p99 ${p99.toFixed(0)} ms ` +
      `(at most ${P99_BUDGET})  ${p99 <= P99_BUDGET ? 'met' : 'MISSED'}`,
  )
}
