import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Bus } from '../../src/platform/bus.server.ts'
import { type RedisClient, redisClient } from '../../src/platform/redis.server.ts'
import { RedisLine } from '../../src/platform/redis-line.server.ts'
import { testDatabase } from '../database.ts'
import { find, type Redis, startRedis, until } from './programs.ts'

const log = pino({ level: 'silent' })

describe.skipIf(!find('redis-server') && !find('valkey-server'))('messages over Redis', () => {
  let redis: Redis
  const clients: RedisClient[] = []
  const nodes: Bus[] = []
  const heard = vi.fn()
  const gaps = vi.fn()
  let onlyDatabase: Bus

  beforeAll(async () => {
    redis = await startRedis()
    const { url } = await testDatabase()
    for (let n = 0; n < 2; n++) {
      const client = redisClient(redis.url)
      await client.connect()
      clients.push(client)
      nodes.push(new Bus(url, log, { redis: new RedisLine(client, 'forum:bus', log) }))
    }
    onlyDatabase = new Bus(url, log)
    nodes[1]?.onGap(gaps)
    nodes[1]?.subscribe('pages', heard)
    await Promise.all([...nodes, onlyDatabase].map((node) => node.start()))
    await until(() => gaps.mock.calls.length === 1, 'the line to be open')
  })
  afterAll(async () => {
    await Promise.all([...nodes, onlyDatabase].map((node) => node.stop()))
    for (const client of clients) client.destroy()
    await redis.end()
  })

  test('reach the other node, and spare the database', async () => {
    const database = vi.fn()
    onlyDatabase.subscribe('pages', database)
    for (let n = 0; n < 50; n++) nodes[0]?.publish('pages', [`post:${n}`])
    await until(() => heard.mock.calls.length === 50, 'fifty messages')
    expect(heard.mock.calls.map(([tags]) => tags[0])).toEqual(
      Array.from({ length: 50 }, (_, n) => `post:${n}`),
    )
    expect(database).not.toHaveBeenCalled()
  })

  test('what the database says is heard as before', async () => {
    onlyDatabase.publish('pages', ['said by the database'])
    await until(() => heard.mock.lastCall?.[0][0] === 'said by the database', 'the message')
  })

  test('go over the database while Redis is away; when it is back nobody knows what was missed', async () => {
    gaps.mockClear()
    await redis.end('SIGKILL')
    nodes[0]?.publish('pages', ['without Redis'])
    await until(() => heard.mock.lastCall?.[0][0] === 'without Redis', 'the message')
    expect(gaps).not.toHaveBeenCalled()
    redis = await startRedis(redis.port)
    await until(() => gaps.mock.calls.length > 0, 'the gap to be told')
    nodes[0]?.publish('pages', ['with Redis again'])
    await until(() => heard.mock.lastCall?.[0][0] === 'with Redis again', 'the message')
  })

  test('a Redis that hangs holds nothing up for long', async () => {
    redis.child.kill('SIGSTOP')
    const began = Date.now()
    nodes[0]?.publish('pages', ['while it hangs'])
    await until(() => heard.mock.lastCall?.[0][0] === 'while it hangs', 'the message')
    expect(Date.now() - began).toBeLessThan(1000)
    redis.child.kill('SIGCONT')
  })
})
