import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Bus } from '../../src/platform/bus.server.ts'
import { NotifyLine } from '../../src/platform/notify-line.server.ts'
import { redisClient } from '../../src/platform/redis.server.ts'
import { RedisLine } from '../../src/platform/redis-line.server.ts'
import { testDatabase } from '../database.ts'
import { find, type Redis, startRedis, until } from './programs.ts'

const log = { warn: vi.fn(), info: vi.fn() }

describe.skipIf(!find('redis-server') && !find('valkey-server'))('messages over Redis', () => {
  let redis: Redis
  let url: string
  let database: NotifyLine
  const overDatabase: string[] = []
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  const heard = vi.fn()
  const gaps = vi.fn()

  beforeAll(async () => {
    redis = await startRedis()
    url = (await testDatabase()).url
    database = new NotifyLine(url, log)
    const hear = (payload: string) => void (payload.includes('"pages"') && overDatabase.push(payload))
    await database.start({ hear, lost: () => undefined, back: () => undefined })
    for (let n = 0; n < 2; n++) nodes.push(await startNode())
    nodes[1]?.bus.onGap(gaps)
    nodes[1]?.bus.subscribe('pages', heard)
    await allHearRedis()
  })
  beforeEach(() => vi.clearAllMocks())
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    await database.stop()
    await redis.end()
  })

  async function startNode() {
    const client = redisClient(redis.url)
    client.connect().catch(() => undefined)
    const line = new RedisLine(client, 'forum:bus', log)
    const bus = new Bus(url, log, { redis: line })
    await bus.start()
    const stop = () => bus.stop().then(() => client.destroy())
    return { bus, client, line, stop }
  }

  const say = (words: string, { bus } = nodes[0] as (typeof nodes)[0]) => bus.publish('pages', [words])
  const isHeard = (words: string) =>
    until(() => heard.mock.calls.some(([tags]) => tags[0] === words), `to hear: ${words}`)

  /** Until the first node has heard, over the database, that all hear Redis. */
  async function allHearRedis() {
    for (const { line, client } of nodes) await until(() => line.isUp && client.isReady, 'a line to be open')
    await until(async () => {
      const before = overDatabase.length
      say('to try')
      await isHeard('to try')
      heard.mockClear()
      await database.send('["",{"channel":"pages","message":["a mark"]}]')
      await isHeard('a mark')
      heard.mockClear()
      return overDatabase.length === before + 1
    }, 'the database to be spared')
    overDatabase.length = 0
  }

  test('reach the other node, and spare the database', async () => {
    for (let n = 0; n < 50; n++) say(`post:${n}`)
    await until(() => heard.mock.calls.length === 50, 'fifty messages')
    expect(heard.mock.calls.map(([tags]) => tags[0])).toEqual(
      Array.from({ length: 50 }, (_, n) => `post:${n}`),
    )
    expect(overDatabase).toEqual([])
  })

  test('what the database says is heard as before', async () => {
    await database.send('["",{"channel":"pages","message":["said by the database"]}]')
    await isHeard('said by the database')
  })

  test('go over the database while Redis is away, which every node takes for a gap, also when it is back', async () => {
    await redis.end('SIGKILL')
    await until(() => gaps.mock.calls.length > 0, 'the loss to be told')
    await until(() => log.warn.mock.calls.length === 2, 'a line in the log of each node')
    say('without Redis')
    await isHeard('without Redis')
    const late = await startNode()
    nodes.push(late)
    say('of a node that came without Redis', late)
    await isHeard('of a node that came without Redis')
    expect(log.warn).toHaveBeenCalledTimes(2)
    gaps.mockClear()
    redis = await startRedis(redis.port)
    await until(() => gaps.mock.calls.length > 0, 'the gap to be told')
    await allHearRedis()
    say('with Redis again', late)
    await isHeard('with Redis again')
    expect(overDatabase).toEqual([])
  })

  test('a connection that was cut comes back by itself', async () => {
    await nodes[0]?.client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
    await until(() => gaps.mock.calls.length > 0, 'the loss to be told')
    await allHearRedis()
  })

  test('a Redis that hangs holds nothing up for long', async () => {
    redis.child.kill('SIGSTOP')
    const began = Date.now()
    say('while it hangs')
    await isHeard('while it hangs')
    expect(Date.now() - began).toBeLessThan(1000)
    redis.child.kill('SIGCONT')
  })

  test('a connection on which no ping is answered is made anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const client = redisClient(redis.url)
    try {
      await client.connect()
      redis.child.kill('SIGSTOP')
      vi.advanceTimersByTime(9000)
      expect(client.isReady).toBe(true)
      vi.advanceTimersByTime(1000)
      expect(client.isReady).toBe(false)
      redis.child.kill('SIGCONT')
      await expect.poll(() => client.isReady).toBe(true)
    } finally {
      vi.useRealTimers()
      client.destroy()
    }
  })
})
