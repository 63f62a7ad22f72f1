// npm run bench -- [pages writes hostile crawlers browser] [--posts 10000] [--seconds 5] [--rounds 3]: benchmarks
// npm run bench -- growth [10000 100000]: compares the forum at two sizes
import { mkdir } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { MEMORY } from '../bin/memory.mjs'
import { embeddedUrl } from '../src/platform/files/data-folder.server.ts'
import { AUTH_SECRET } from '../tests/filled-forum/data.ts'
import { fillFolder } from '../tests/filled-forum/fill.ts'
import { measureBrowser } from './browser.ts'
import { measureCrawlers } from './crawlers.ts'
import { measureGrowth } from './growth.ts'
import { measureHostile } from './hostile.ts'
import { type RunningForum, run } from './process.ts'
import { measureRates } from './rates.ts'
import { pages, type Row, writes } from './rows.ts'

const START = new URL('../dist/server/start.js', import.meta.url)
const PARTS = ['pages', 'writes', 'hostile', 'crawlers', 'browser']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    posts: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
  },
})
const [posts, seconds, rounds] = [values.posts, values.seconds, values.rounds].map(Number) as [
  number,
  number,
  number,
]
const dataDir = resolve(`data/bench-${posts}`)
const cpu = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpu}, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`,
)
if (positionals[0] === 'growth') await measureGrowth(sizes())
else await measureParts(positionals.length > 0 ? positionals : PARTS)
process.exit()

function sizes(): [number, number] {
  const [first = 10_000, last = 100_000] = positionals.slice(1).map(Number)
  return [first, last]
}

async function measureParts(parts: string[]) {
  const unknown = parts.find((part) => !PARTS.includes(part))
  if (unknown) throw new Error(`There is no part "${unknown}". Choose from: ${PARTS.join(', ')}, growth.`)
  await mkdir(dataDir, { recursive: true })
  await fillFolder(dataDir, posts)
  console.log(`${posts} posts, ${rounds} rounds of ${seconds} s, data in ${dataDir}`)
  if (parts.includes('pages')) {
    await measure(pages.cached)
    await measure(pages.rendered, ['--without-page-cache'])
  }
  if (parts.includes('writes')) await measure(writes)
  if (parts.includes('browser')) await withForum({}, (forum, db) => measureBrowser(forum, db, rounds))
  if (parts.includes('hostile'))
    await withForum({ RATE_LIMITS: 'on' }, (forum, db) => measureHostile(forum, db, seconds))
  if (parts.includes('crawlers'))
    await withForum({ RATE_LIMITS: 'on' }, (forum, db) => measureCrawlers(forum, db, seconds * 4))
}

function measure(rows: Row[], options: string[] = []) {
  return withForum({}, (forum, db) => measureRates(rows, { forum, db, seconds, rounds }), options)
}

async function withForum(
  env: NodeJS.ProcessEnv,
  work: (forum: RunningForum, db: pg.Client) => Promise<void>,
  options: string[] = [],
) {
  const settings = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: '', AUTH_SECRET }
  const forum = await run(START, options, { ...settings, RATE_LIMITS: 'off', ...env }, MEMORY)
  const db = new pg.Client({ connectionString: embeddedUrl(dataDir) })
  try {
    await db.connect()
    await work(forum, db)
  } finally {
    await db.end()
    await forum.stop()
  }
}
