import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import type { Running } from './process.ts'

/** Milliseconds at the 95th percentile, as budgets.md has it. */
const IN_DATABASE = 10
const OVER_HTTP = 50
const TIMES = 20

/**
 * One search after the other, each of other words: the four lists and the summary, in the database alone and as
 * answers that no cache has. What is misspelt, or by somebody, or only begins so, is among the words.
 */
export async function measureSearch(forum: Running, db: pg.Client): Promise<void> {
  const words = await wordsOfAllKinds(db)
  for (const [name, statement] of Object.entries(STATEMENTS)) {
    for (const [kind, searches] of Object.entries(words)) {
      const times: number[] = []
      for (const search of searches) times.push(await timed(() => db.query(statement, [search])))
      report(`${name}: ${kind}`, times, IN_DATABASE)
    }
  }
  for (const path of PATHS) {
    const times: number[] = []
    for (const search of Object.values(words).flat())
      times.push(
        await timed(async () => (await fetch(`${forum.origin}${path}${encodeURIComponent(search)}`)).text()),
      )
    report(path, times, OVER_HTTP)
  }
}

const STATEMENTS = {
  posts: 'select * from find_posts($1, null, null, null, 201, true)',
  comments: `select * from find_remarks('comment_search', $1, null, 21)`,
  notes: `select * from find_remarks('note_search', $1, null, 21)`,
  spelling: `select nearest_word(word) from unnest(string_to_array($1, ' ')) as word`,
}

const PATHS = [
  '/api/posts?search=',
  '/api/search?search=',
  '/api/search/comments?search=',
  '/api/search/people?search=',
  '/api/suggestions?search=',
  '/forum?search=',
  '/forum?in=comments&search=',
]

async function wordsOfAllKinds(db: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await db.query<{ word: string }>(
    'select word from search_words order by holders desc, word',
  )
  const all = rows.map(({ word }) => word)
  const spread = (from: number) =>
    Array.from({ length: TIMES }, (_, n) => all[Math.floor(from + (n * (all.length - from)) / TIMES)] ?? '')
  const common = all.slice(0, TIMES)
  const rare = spread(all.length / 2)
  return {
    common,
    'two common': common.map((word, n) => `${word} ${common[(n + 7) % TIMES]}`),
    rare,
    beginnings: spread(0).map((word) => word.slice(0, 3)),
    misspelt: spread(TIMES).map((word) => `${word.slice(0, 2)}${word.slice(3)}${word.slice(2, 3)}`),
    names: Array.from({ length: TIMES }, (_, n) => `member${n * 3} ${common[n]}`),
    'a name of all': Array.from({ length: TIMES }, (_, n) => `member ${rare[n]}`),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function report(name: string, times: number[], budget: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1).padStart(8)
  console.log(`${name.padEnd(40)} median ${at(0.5)} ms  p95 ${at(0.95)} ms  (${budget} ms)`)
}
