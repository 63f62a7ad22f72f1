import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import type { DB } from '../db/types.ts'
import { Bus } from './bus.server.ts'

const log = { warn: vi.fn(), info: vi.fn() }
const nodes: Bus[] = []
let url: string
let db: Kysely<DB>

beforeAll(async () => {
  const made = await testDatabase()
  url = made.url
  db = made.db
  nodes.push(new Bus(url, log), new Bus(url, log))
  // In turn, so that the first has the oldest connection.
  for (const node of nodes) await node.start()
})
afterAll(() => Promise.all(nodes.map((node) => node.stop())))

it('carries a message to every node, once, and to its own at once', async () => {
  const [here, there] = nodes as [Bus, Bus]
  const received = { here: vi.fn(), there: vi.fn() }
  here.subscribe('pages', received.here)
  there.subscribe('pages', received.there)
  here.publish('pages', ['posts', 'post:1'])
  expect(received.here).toHaveBeenCalledWith(['posts', 'post:1'])
  await vi.waitFor(() => expect(received.there).toHaveBeenCalledWith(['posts', 'post:1']))
  expect(received.here).toHaveBeenCalledOnce()
  expect(received.there).toHaveBeenCalledOnce()
})

it('cuts what was gathered into payloads that PostgreSQL takes', async () => {
  const [here, there] = nodes as [Bus, Bus]
  const heard = vi.fn()
  there.subscribe('many', heard)
  const long = 'é'.repeat(1500)
  for (let n = 0; n < 20; n++) here.publish('many', { n, long })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(20))
  expect(heard.mock.calls.map(([message]) => message.n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

it('refuses what can never be sent', () => {
  expect(() => nodes[0]?.publish('pages', 'x'.repeat(8000))).toThrow(RangeError)
})

it('says how long a message takes', async () => {
  await vi.waitFor(() => expect(nodes[0]?.lag).toBeLessThan(5000))
})

describe('without its connection', () => {
  const heard = vi.fn()
  const gaps = { here: vi.fn(), there: vi.fn() }
  beforeAll(() => {
    nodes[0]?.onGap(gaps.here)
    nodes[1]?.onGap(gaps.there)
    nodes[1]?.subscribe('meanwhile', heard)
  })
  afterEach(() => vi.clearAllMocks())

  it('keeps what nobody takes until it is back, and takes all it may have missed for missed', async () => {
    const [oldest] = await backends()
    await sql`select pg_terminate_backend(${oldest}::int)`.execute(db)
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce())
    nodes[0]?.publish('meanwhile', 1)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(1), 5000)
    await vi.waitFor(() => expect(gaps.here).toHaveBeenCalledOnce())
    expect(gaps.there, 'which has missed nothing').not.toHaveBeenCalled()
    expect(log.info).toHaveBeenCalledOnce()
  })

  it('says that they are lost where they are too many', async () => {
    for (let n = 0; n < 6000; n++) nodes[0]?.publish('meanwhile', n)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(5999), 5000)
    expect(gaps.there).toHaveBeenCalledOnce()
    expect(heard.mock.calls.length).toBeLessThan(6000)
    expect(await backends(), 'one connection each').toHaveLength(2)
  })
})

it('tells one gap at once, and what comes within a second together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const bus = new Bus(url, log)
  const told = vi.fn()
  bus.onGap(told)
  const miss = () => (bus as unknown as { miss(): void }).miss()
  for (let n = 0; n < 9; n++) miss()
  expect(told).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  expect(told).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(5000)
  expect(told).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

it('sends what it was told last before it stops', async () => {
  const last = new Bus(url, log)
  await last.start()
  const heard = vi.fn()
  nodes[1]?.subscribe('last', heard)
  last.publish('last', 'words')
  await last.stop()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('words'))
})

/** Of those that listen, the oldest first. */
async function backends(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where application_name = 'threshold bus' and datname = current_database() order by backend_start`.execute(
    db,
  )
  return rows.map(({ pid }) => pid)
}
