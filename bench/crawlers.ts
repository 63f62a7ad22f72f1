import { request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type pg from 'pg'
import type { Attack } from './attacks.ts'
import { measureAttack } from './hostile.ts'
import type { RunningForum } from './process.ts'

const ADDRESSES = 10_000
const READER = '127.0.3.1'
/** Milliseconds after which the reader comes, and between two pages. */
const READER_DELAY_MS = 4000
const READER_PAUSE_MS = 300

/** Floods a forum from 10,000 addresses that request old posts, and prints what members and a guest experience. */
export async function measureCrawlers(forum: RunningForum, db: pg.Client, seconds: number): Promise<void> {
  const port = Number(new URL(forum.origin).port)
  const { rows } = await db.query<{ id: string }>('select id from posts order by created_at')
  const ids = rows.map(({ id }) => id)
  const [old, recent] = [ids.slice(0, -50), ids.slice(-50)]
  console.log(`crawlers        load average ${loadavg()[0]?.toFixed(1)}`)
  let pages: PageTimings = { statuses: {}, milliseconds: [] }
  await measureAttack(swarm(ADDRESSES, old), { port, posts: recent, seconds }, async () => {
    await sleep(READER_DELAY_MS)
    pages = await readPages(port, old.slice(-100), seconds * 1000 - READER_DELAY_MS)
  })
  const statuses = Object.entries(pages.statuses).map(([status, count]) => `${count} × ${status}`)
  const times = pages.milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0)
  console.log(
    `crawlers        a guest with a browser: ${statuses.join(', ')}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  )
}

/** Returns an attack by crawlers with the name of a browser, each with its own address, on different posts. */
export function swarm(guests: number, posts: string[]): Attack {
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36' }
  const strikes = posts.map((id) => ({ path: `/post/${id}`, headers }))
  return { name: 'crawlers', guests, connections: 1, manner: 'flood', strikes }
}

interface PageTimings {
  /** Number of pages by status. */
  statuses: Record<string, number>
  milliseconds: number[]
}

/** Reads one post after the other like a guest's browser, which solves the task if there is one. */
export async function readPages(port: number, posts: string[], milliseconds: number): Promise<PageTimings> {
  const pages: PageTimings = { statuses: {}, milliseconds: [] }
  const until = performance.now() + milliseconds
  let cookie = ''
  for (let n = 0; performance.now() < until && n < posts.length; n++) {
    const start = performance.now()
    let answer = await ask(port, 'GET', `/post/${posts[n]}`, cookie)
    if (answer.headers['x-guest-check']) {
      cookie = await earnPass(port)
      answer = await ask(port, 'GET', `/post/${posts[n]}`, cookie)
    }
    // The current address of a post contains its title.
    if (answer.status === 308) answer = await ask(port, 'GET', String(answer.headers.location), cookie)
    pages.statuses[answer.status] = (pages.statuses[answer.status] ?? 0) + 1
    pages.milliseconds.push(performance.now() - start)
    await sleep(READER_PAUSE_MS)
  }
  return pages
}

async function earnPass(port: number): Promise<string> {
  const challenge = JSON.parse((await ask(port, 'GET', '/api/guest-check', '')).text)
  const solution = await solveChallenge({ challenge, deriveKey })
  const { headers } = await ask(port, 'POST', '/api/guest-check', '', JSON.stringify({ challenge, solution }))
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

function ask(port: number, method: string, path: string, cookie: string, body?: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  const options = { host: '127.0.0.1', port, localAddress: READER, method, path, headers, agent: false }
  const call = request(options, (response) => {
    let text = ''
    response.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
  })
  call.on('error', reject)
  call.end(body)
  return promise
}
