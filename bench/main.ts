// npm run bench -- [row …] [--posts 10000] [--seconds 5] [--rounds 3]
// npm run bench -- growth [10000 100000 1000000], npm run bench -- plot
// Speeds are shares of a bare Node server measured in the same run: medians of several rounds, alternating.
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { MEMORY } from '../bin/memory.mjs'
import { embeddedUrl } from '../src/platform/data-folder.server.ts'
import { measureBrowser } from './browser.ts'
import { AUTH_SECRET } from './data.ts'
import { fillFolder } from './fill.ts'
import { readFirstPages, reportFirstPages } from './first-pages.ts'
import { measureGrowth, SIZES } from './growth.ts'
import { measureHostile } from './hostile.ts'
import { measureLists } from './lists.ts'
import { measureLive } from './live.ts'
import { load, type Shot } from './load.ts'
import { measureMemory } from './memory.ts'
import { plotResults } from './plot.ts'
import { type Running, run } from './process.ts'
import { type Row, rows } from './rows.ts'
import { measureSearch } from './search.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    posts: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
if (positionals[0] === 'growth' || positionals[0] === 'plot') {
  const sizes = positionals.slice(1).map(Number)
  await (positionals[0] === 'plot' ? plotResults() : measureGrowth(sizes.length > 0 ? sizes : SIZES))
  process.exit()
}
const posts = Number(values.posts)
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const dataDir = resolve(`data/bench-${posts}`)
const START = new URL('../bin/start.ts', import.meta.url)
const BARE = new URL('./bare.ts', import.meta.url)

const isChosen = (name: string) => positionals.length === 0 || positionals.includes(name)
const chosen = rows.filter(({ name }) => isChosen(name))
const EXTRA_ROWS = ['first-pages', 'live', 'hostile', 'memory', 'search', 'lists', 'browser']
if (chosen.length === 0 && !EXTRA_ROWS.some(isChosen)) {
  console.error(
    `There are these rows: ${[...rows.map(({ name }) => name), ...EXTRA_ROWS, 'growth', 'plot'].join(', ')}`,
  )
  process.exit(1)
}
await mkdir(dataDir, { recursive: true })
await fillFolder(dataDir, posts)
console.log(`${posts} posts, ${rounds} rounds of ${seconds} s, 16 connections, data in ${dataDir}\n`)
console.log(
  `${'row'.padEnd(16)}${['bare/s', 'ours/s', 'ratio', 'budget', 'p99 ms'].map((h) => h.padStart(9)).join('')}`,
)
for (const cache of ['on', 'off'] as const) {
  const group = chosen.filter((row) => row.cache === cache)
  if (group.length > 0)
    await withForum(cache, async (forum, db) => {
      for (const row of group) await measure(row, forum, db)
    })
}
if (isChosen('first-pages')) {
  const starts: number[] = []
  for (let n = 0; n < rounds; n++)
    await withForum('on', async (forum, db) => void starts.push(await readFirstPages(forum, db)))
  reportFirstPages(starts)
}
// In a forum of its own: what the others left in memory is not the streams'.
if (isChosen('live')) await withForum('on', (forum, db) => measureLive(forum, db, rounds))
if (isChosen('memory')) await withForum('on', measureMemory)
if (isChosen('search')) await withForum('off', measureSearchBesideBare)
if (isChosen('lists')) await withForum('off', () => measureLists(embeddedUrl(dataDir)))
if (isChosen('browser')) await withForum('on', (forum, db) => measureBrowser(forum, db, rounds))
if (isChosen('hostile'))
  await withForum('on', (forum, db) => measureHostile(forum, db, seconds), { RATE_LIMITS: 'on' })

async function withForum(
  cache: 'on' | 'off',
  work: (forum: Running, db: pg.Client) => Promise<void>,
  more: NodeJS.ProcessEnv = {},
) {
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    PAGE_CACHE: cache,
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    AUTH_SECRET,
    ...more,
  }
  const forum = await run(START, [], env, MEMORY)
  const db = new pg.Client({ connectionString: embeddedUrl(dataDir) })
  try {
    await db.connect()
    await work(forum, db)
  } finally {
    await db.end()
    await forum.stop()
  }
}

async function measureSearchBesideBare(forum: Running, db: pg.Client) {
  const bare = await run(BARE, ['30000'])
  await measureSearch(forum, db, bare).finally(bare.stop)
}

async function measure(row: Row, forum: Running, db: pg.Client) {
  const shots = await row.shots(db)
  const bare = await run(BARE, [String(row.bareBytes ?? (await sizeOf(forum.origin, shots[0] as Shot)))])
  const bareRates: number[] = []
  const results = []
  try {
    for (let round = 0; round < rounds; round++) {
      bareRates.push((await load(bare.origin, [{ method: 'GET', path: '/' }], seconds)).requestsPerSecond)
      results.push(await load(forum.origin, shots, seconds))
    }
  } finally {
    await bare.stop()
  }
  await row.verify?.(db)
  report(row, median(bareRates), results)
}

function report(row: Row, bare: number, results: Awaited<ReturnType<typeof load>>[]) {
  const ours = median(results.map(({ requestsPerSecond }) => requestsPerSecond))
  const p99 = median(results.map((result) => result.p99))
  const failures = results.reduce((sum, result) => sum + result.failures, 0)
  const met = ours / bare >= row.budget && p99 <= (row.p99 ?? Number.POSITIVE_INFINITY) && failures === 0
  const cells = [
    bare.toFixed(0),
    ours.toFixed(0),
    (ours / bare).toFixed(3),
    row.budget.toFixed(3),
    p99.toFixed(1),
  ]
  const verdict = failures > 0 ? `${failures} failed` : met ? 'met' : 'MISSED'
  console.log(`${row.name.padEnd(16)}${cells.map((cell) => cell.padStart(9)).join('')}  ${verdict}`)
}

/** The bytes of an answer, so that the calibrator sends as many. Reading it once also warms the forum up. */
async function sizeOf(origin: string, { method, path, headers, body }: Shot): Promise<number> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body,
  })
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`)
  return (await response.arrayBuffer()).byteLength
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
