import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type Node, populate, startNode } from '../systems/forum.ts'
import { temporaryFolder, until } from '../systems/programs.ts'
import { makeMembers } from './load.ts'

/** Number of guests who send requests all the time. The forum queues at most 300, so it must refuse some. */
const GUESTS = 400
const SECONDS = 30
/** Milliseconds until every guest has received a first response. Only later requests are measured. */
const ONSET_MS = 10_000
/**
 * Maximum 99th percentile of the response time of cached pages and writes, in milliseconds. It is generous,
 * because test and forum share two cores. Behind 300 queued guests, a request would take longer than this.
 */
const BOUND_MS = 2000

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let forum: Node
let post: string
let members: Awaited<ReturnType<typeof makeMembers>>

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  post = (await populate(database.db)).post
  members = await makeMembers(database.db, 4)
  // Tests the queue. tests/faults/crawlers.test.ts tests the passes that guests otherwise need in a flood.
  await database.db.updateTable('site_settings').set({ guest_check: 'never' }).execute()
  const env = { DATABASE_URL: database.url, DATA_DIR: folder.path, RATE_LIMITS: 'on', LOG_LEVEL: 'info' }
  // The forum trusts the test as a proxy, so that the test can give each guest an IP address.
  forum = await startNode({ ...env, TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  await forum?.end()
  await database.db.destroy()
  await folder.remove()
})

interface Answer {
  status: number
  wait: string | null
  time: number
  /** Start time of the request, from `performance.now()`. */
  began: number
}

async function ask(
  path: string,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Answer> {
  const began = performance.now()
  const answer = await fetch(forum.origin + path, init)
  await answer.arrayBuffer()
  const time = performance.now() - began
  return { status: answer.status, wait: answer.headers.get('retry-after'), time, began }
}

/** Repeats a request until `isOver` returns true. Returns all responses. */
async function goOn(
  isOver: () => boolean,
  once: (n: number) => Promise<Answer>,
  pause = 0,
): Promise<Answer[]> {
  const heard: Answer[] = []
  for (let n = 0; !isOver(); n++) {
    heard.push(await once(n))
    if (pause) await sleep(pause)
  }
  return heard
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const p99 = (answers: Answer[]) =>
  answers.map(({ time }) => time).sort((a, b) => a - b)[Math.floor(answers.length * 0.99)] ?? Infinity

test('beyond what it can carry guests are refused; cached pages, and what members read and write, are not', async () => {
  expect((await ask('/', from('192.0.2.1'))).status).toBe(200)
  const start = performance.now()
  const end = start + SECONDS * 1000
  const isOver = () => performance.now() > end
  const address = (guest: number) => `10.${guest >> 8}.${guest & 255}.9`
  const paths = [() => `/forum?search=${randomUUID()}`, () => `/post/${randomUUID()}`]
  const guests = Array.from({ length: GUESTS }, (_, n) =>
    goOn(isOver, () => ask(paths[n % 2]?.() ?? '/', from(address(n)))),
  )
  const writes = members.map((member, index) => {
    const init = (n: number) => ({
      method: 'PUT',
      headers: { ...member.headers, 'x-forwarded-for': `192.0.2.${index + 10}` },
      body: JSON.stringify({ vote_type: n % 2 === 0 ? 1 : -1 }),
    })
    return goOn(isOver, (n) => ask(`/api/posts/${post}/vote`, init(n)), 500)
  })
  const { headers } = members[0] as (typeof members)[0]
  const member = { headers: { authorization: headers.authorization, 'x-forwarded-for': '192.0.2.10' } }
  const [answers, cached, read, written] = await Promise.all([
    Promise.all(guests).then((heard) => heard.flat()),
    goOn(isOver, () => ask('/', from('192.0.2.1')), 20),
    goOn(isOver, () => ask(`/forum?search=${randomUUID()}`, member), 1000),
    Promise.all(writes).then((heard) => heard.flat()),
  ])
  const later = ({ began }: Answer) => began > start + ONSET_MS
  const times = { cached: p99(cached.filter(later)), read: p99(read), written: p99(written.filter(later)) }
  const refused = answers.filter(({ status }) => status === 503)
  console.info(
    `flood: ${answers.length} requests of guests, ${refused.length} refused; ${cached.length} cached, p99 ${Math.round(times.cached)} ms; ` +
      `${written.length} writes, p99 ${Math.round(times.written)} ms; ${read.length} searches of a member, p99 ${Math.round(times.read)} ms`,
  )
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map(({ wait }) => wait))).toEqual(new Set(['5']))
  expect(answers.length).toBeGreaterThan(refused.length)
  expect(await forum.metric('guest_requests_refused_total')).toBeGreaterThan(0)
  for (const served of [cached, read, written]) {
    expect(served.length).toBeGreaterThan(0)
    expect(served.filter(({ status }) => status !== 200)).toEqual([])
  }
  expect(times.cached).toBeLessThan(BOUND_MS)
  expect(times.written).toBeLessThan(BOUND_MS)
  expect(forum.output().match(/guest requests are being refused/g), 'once a minute at most').toHaveLength(1)
})

test('one address that sends as much as it can does not slow other guests', async () => {
  let isOver = false
  const flood = Array.from({ length: 100 }, () =>
    goOn(
      () => isOver,
      () => ask(`/post/${randomUUID()}`, from('10.9.9.9')),
    ),
  )
  await sleep(1000)
  const reader = []
  for (let n = 0; n < 20; n++) reader.push(await ask(`/post/${randomUUID()}`, from('192.0.2.7')))
  isOver = true
  await Promise.all(flood)
  expect(reader.filter(({ status }) => status !== 404)).toEqual([])
  console.info(`flood of one address: a reader waits ${Math.round(p99(reader))} ms at most`)
  expect(p99(reader)).toBeLessThan(BOUND_MS)
})

test('afterwards guests are served', async () => {
  await until(async () => (await forum.metric('guest_requests_waiting')) === 0, 'an empty queue', 10_000)
  expect((await ask(`/forum?search=${randomUUID()}`, from('192.0.2.7'))).status).toBe(200)
})
