// npm run bench -- [row …] [--posts 10000] [--seconds 5] [--rounds 3]
// npm run bench -- memory [--requests 100000]
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
import { measureMemory } from './memory.ts'
import { plotResults } from './plot.ts'
import { type Running, run } from './process.ts'
import { measureRate, type Rate } from './rates.ts'
import { describeMachine, writeResults } from './results.ts'
import { rows } from './rows.ts'
import { measureSearch } from './search.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    posts: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '100000' },
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
const START = new URL('../dist/server/start.js', import.meta.url)
const BARE = new URL('./bare.ts', import.meta.url)

const isChosen = (name: string) => positionals.length === 0 || positionals.includes(name)
const chosen = rows.filter(({ name }) => isChosen(name) || positionals.includes('rates'))
const EXTRA_ROWS = ['first-pages', 'live', 'hostile', 'memory', 'search', 'lists', 'browser']
if (chosen.length === 0 && !EXTRA_ROWS.some(isChosen)) {
  console.error(
    `There are these rows: ${[...rows.map(({ name }) => name), 'rates', ...EXTRA_ROWS, 'growth', 'plot'].join(', ')}`,
  )
  process.exit(1)
}
await mkdir(dataDir, { recursive: true })
await fillFolder(dataDir, posts)
console.log(`${posts} posts, ${rounds} rounds of ${seconds} s, 16 connections, data in ${dataDir}\n`)
console.log(
  `${'row'.padEnd(16)}${['bare/s', 'ours/s', 'ratio', 'budget', 'p99 ms'].map((h) => h.padStart(9)).join('')}`,
)
const rates: Rate[] = []
let version = ''
for (const cache of ['on', 'off'] as const) {
  const group = chosen.filter((row) => row.cache === cache)
  if (group.length > 0)
    await withForum(cache, async (forum, db) => {
      version = (await db.query('show server_version')).rows[0].server_version
      for (const row of group) rates.push(await measureRate(row, { forum, db, bare: BARE, seconds, rounds }))
    })
}
if (chosen.length === rows.length)
  await writeResults('rates', { machine: describeMachine(version), posts, rates })
if (isChosen('first-pages')) {
  const starts: number[] = []
  for (let n = 0; n < rounds; n++)
    await withForum('on', async (forum, db) => void starts.push(await readFirstPages(forum, db)))
  reportFirstPages(starts)
}
// In a forum of its own: what the others left in memory is not the streams'.
if (isChosen('live')) await withForum('on', (forum, db) => measureLive(forum, db, rounds))
if (isChosen('memory'))
  await withForum(
    'on',
    (forum, db) => measureMemory(forum, db, { requests: Number(values.requests), seconds }),
    {
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  )
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
