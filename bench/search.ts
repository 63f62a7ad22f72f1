import type pg from 'pg'
import type { Running } from './process.ts'
import { reportTimes, timed, timeInDatabase } from './times.ts'

/** Milliseconds at the 95th percentile, as budgets.md has it. */
const IN_DATABASE = 10
const OVER_HTTP = 50
const TIMES = 32
const CLIENTS = [1, 8]

/**
 * One search after the other, each of other words: the four lists and the summary, in the database alone and as
 * answers that no cache has, for one client and for eight at once. What is misspelt, or by somebody, or only begins so, is
 * among the words.
 */
export async function measureSearch(forum: Running, db: pg.Client, bare: Running): Promise<void> {
  const words = await wordsOfAllKinds(db)
  const searches = [...new Set(Object.values(words).flat())]
  const wrong = [...(words.misspelt ?? []), ...(words.mistyped ?? [])]
  console.log(`${searches.length} searches`)
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  for (const [name, statement] of Object.entries(STATEMENTS)) {
    for (const [kind, searches] of Object.entries(words)) {
      const times: number[] = []
      for (const search of searches)
        times.push(await timeInDatabase(rows[0]?.pid ?? 0, () => db.query(statement, [search])))
      reportTimes(`${name}: ${kind}`, times, IN_DATABASE)
    }
  }
  for (const clients of CLIENTS) {
    const calibrated = await askAll(`${bare.origin}/`, searches, clients)
    reportTimes(`calibrator, ${clients} clients`, [...calibrated.values()])
    for (const path of PATHS) {
      const times = await askAll(`${forum.origin}${path}`, searches, clients)
      reportTimes(`${path} ${clients} clients`, [...times.values()], OVER_HTTP)
      const ofWrong = wrong.map((search) => times.get(search) ?? Number.NaN)
      reportTimes(`${path} ${clients} clients, with typing errors`, ofWrong, OVER_HTTP)
    }
  }
}

/** All searches once, by so many clients together: milliseconds by search. */
async function askAll(
  address: string,
  searches: readonly string[],
  clients: number,
): Promise<Map<string, number>> {
  const left = [...searches]
  const times = new Map<string, number>()
  const ask = async () => {
    for (let search = left.pop(); search !== undefined; search = left.pop()) {
      const asked = `${address}${encodeURIComponent(search)}`
      const time = await timed(async () => {
        const response = await fetch(asked)
        await response.text()
        if (!response.ok) throw new Error(`${asked} answers ${response.status}`)
      })
      times.set(search, time)
    }
  }
  await Promise.all(Array.from({ length: clients }, ask))
  return times
}

const STATEMENTS = {
  posts: 'select * from find_posts($1, null, null, null, null, 201, true)',
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
  '/forum?in=notes&search=',
  '/forum?in=people&search=',
]

/** As people mistype; the others are made of the words that the forum has. */
const MISTYPED = [
  'conciousness',
  'neurla',
  'conscoiusness',
  'inteligence',
  'artifical',
  'expirement',
  'memroy',
  'longevitiy',
  'brian stimulaton',
  'cryonisc',
  'embyro editing',
  'implnat',
  'philosphy of mind',
  'simulatoin argument',
  'deep brain stimulatoin',
  'conciusnes',
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
    mistyped: MISTYPED,
    names: Array.from({ length: TIMES }, (_, n) => `member${n * 3} ${common[n]}`),
    'a name of all': Array.from({ length: TIMES }, (_, n) => `member ${rare[n]}`),
  }
}
