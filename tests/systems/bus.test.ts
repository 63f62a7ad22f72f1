import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Bus } from '../../src/platform/bus/bus.server.ts'
import { PostgresTransport } from '../../src/platform/bus/postgres-transport.server.ts'
import { RedisTransport, redisClient } from '../../src/platform/bus/redis.server.ts'
import { testDatabase } from '../database.ts'
import { find, type Redis, startRedis, until } from './programs.ts'

const log = { warn: vi.fn(), info: vi.fn() }

describe.skipIf(!find('redis-server') && !find('valkey-server'))('messages over Redis', () => {
  let redis: Redis
  let url: string
  let database: PostgresTransport
  const overDatabase: string[] = []
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  const received = vi.fn()
  const gaps = vi.fn()

  beforeAll(async () => {
    redis = await startRedis()
    url = (await testDatabase()).url
    database = new PostgresTransport(url, log)
    await database.start({
      received: (payload) => void (payload.includes('"pages"') && overDatabase.push(payload)),
      lost: () => undefined,
      connected: () => undefined,
    })
    for (let n = 0; n < 2; n++) nodes.push(await startNode())
    await areConnected()
    nodes[1]?.bus.onGap(gaps)
    nodes[1]?.bus.subscribe('pages', received)
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
    const transport = new RedisTransport(client, 'forum:bus', log)
    const bus = new Bus(log, new PostgresTransport(url, log), transport)
    await bus.start()
    const stop = () => bus.stop().then(() => client.destroy())
    return { bus, client, transport, stop }
  }

  const say = (words: string, { bus } = nodes[0] as (typeof nodes)[0]) => bus.publish('pages', [words])
  const isReceived = (words: string) =>
    until(() => received.mock.calls.some(([tags]) => tags[0] === words), `to receive: ${words}`)
  const areConnected = () =>
    until(
      () => nodes.every(({ client, transport }) => client.isReady && transport.isConnected),
      'all to be connected',
    )

  test('reach the other node in order, and spare the database', async () => {
    for (let n = 0; n < 50; n++) say(`post:${n}`)
    await until(() => received.mock.calls.length === 50, 'fifty messages')
    expect(received.mock.calls.map(([tags]) => tags[0])).toEqual(
      Array.from({ length: 50 }, (_, n) => `post:${n}`),
    )
    expect(overDatabase).toEqual([])
  })

  test('of the database itself are received as well', async () => {
    await database.send('["",{"channel":"pages","message":["a session has ended"]}]')
    await isReceived('a session has ended')
  })

  test('are lost while Redis is away, which every node takes for a gap, also when it is back', async () => {
    await redis.end('SIGKILL')
    await until(() => gaps.mock.calls.length > 0, 'the loss to be noticed')
    await until(() => log.warn.mock.calls.length === 2, 'a line in the log of each node')
    say('without Redis')
    const late = await startNode()
    nodes.push(late)
    expect(log.warn).toHaveBeenCalledTimes(2)
    gaps.mockClear()
    redis = await startRedis(redis.port)
    await until(() => gaps.mock.calls.length > 0, 'the gap to be noticed')
    await areConnected()
    say('with Redis again', late)
    await isReceived('with Redis again')
    expect(received).not.toHaveBeenCalledWith(['without Redis'])
  })

  test('go on after a connection was cut', async () => {
    await nodes[0]?.client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
    await until(() => gaps.mock.calls.length > 0, 'the loss to be noticed')
    await areConnected()
    say('after the cut')
    await isReceived('after the cut')
  })

  test('go on after Redis hung until its connections were given up', async () => {
    redis.child.kill('SIGSTOP')
    await until(() => nodes.every(({ transport }) => !transport.isConnected), 'the silence', 30_000)
    redis.child.kill('SIGCONT')
    await areConnected()
    await until(async () => {
      say('after the silence')
      return received.mock.calls.flat(2).includes('after the silence')
    }, 'to receive again')
  })
})
