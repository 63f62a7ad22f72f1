import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Limiter, RateLimiter } from '../../src/platform/rate-limiter.server.ts'
import { type RedisClient, redisClient, turnsOf } from '../../src/platform/redis.server.ts'
import { SharedRateLimiter } from '../../src/platform/shared-rate-limiter.server.ts'
import { find, type Redis, startRedis, until } from './programs.ts'

const AUTH_SECRET = 'a secret of all nodes, of 32 letters and more'

describe.skipIf(!find('redis-server') && !find('valkey-server'))('limits in Redis', () => {
  let redis: Redis
  const clients: RedisClient[] = []
  const log = { warn: vi.fn(), info: vi.fn() }

  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy()
    vi.clearAllMocks()
  })
  afterAll(() => redis.end())

  test('three nodes allow what one allows', async () => {
    const nodes = await Promise.all([patient(), patient(), patient()])
    const keys = [
      { key: 'votes ada', rate: { times: 30, seconds: 3600 } },
      { key: 'votes school', rate: { times: 70, seconds: 3600 } },
    ]
    const granted = await grants(nodes, keys, 50)
    expect(granted).toBe(await grants([new RateLimiter()], keys, 150))
    expect(granted).toBe(30)
    const bo = [{ key: 'votes bo', rate: { times: 60, seconds: 3600 } }, ...keys.slice(1)]
    expect(await grants(nodes, bo, 50), 'a refusal of ada took nothing from the school').toBe(40)
  })

  test('a node that has just come knows what the others counted, and says how long', async () => {
    const keys = [{ key: 'sign-ins kim', rate: { times: 6, seconds: 60 } }]
    const [first, second] = [await patient(), await patient()]
    expect(await grants([first], keys, 10)).toBe(6)
    expect(await second.consume(keys)).toBe(10)
    expect(await second.reserve(keys, 30_000)).toEqual({ wait: expect.closeTo(10_000, -3), refused: false })
    expect(await second.consume(keys), 'a turn that was taken ahead counts').toBeGreaterThan(15)
  })

  test('a turn comes back when its share of the time has passed', async () => {
    const keys = [{ key: 'renderings', rate: { times: 4, seconds: 1 } }]
    const nodes = [await patient(), await patient()]
    expect(await grants(nodes, keys, 10)).toBe(4)
    await until(async () => (await nodes[0]?.consume(keys)) === 0, 'a turn', 1000)
  })

  test('forums that share a server do not count for each other, and nobody reads who is limited', async () => {
    const keys = [{ key: 'sign-ins kim@example.org', rate: { times: 2, seconds: 3600 } }]
    const other = await patient('another secret, which is that of another forum')
    expect(await grants([await patient()], keys, 3)).toBe(2)
    expect(await grants([other], keys, 3)).toBe(2)
    const names = await clients[0]?.keys('*')
    expect(names?.length).toBeGreaterThan(0)
    expect(names?.join()).not.toContain('kim')
  })

  test('without an answer a node counts by itself, says so once, and comes back by itself', async () => {
    const nodes = [await node(), await node()]
    const keys = [{ key: 'posts ada', rate: { times: 10, seconds: 3600 } }]
    expect(await grants(nodes, keys, 3)).toBe(6)
    redis.child.kill('SIGSTOP')
    const began = performance.now()
    const alone = await grants(nodes, keys, 20)
    expect(alone, 'each goes on with what it has granted itself').toBe(2 * 10 - 6)
    expect(performance.now() - began, 'one waits, not all').toBeLessThan(1500)
    expect(log.warn).toHaveBeenCalledTimes(2)
    expect(nodes.map(({ isAlone }) => isAlone)).toEqual([true, true])
    redis.child.kill('SIGCONT')
    const probe = [{ key: 'probe', rate: { times: 1000, seconds: 1 } }]
    await until(async () => {
      for (const each of nodes) await each.consume(probe)
      return nodes.every(({ isAlone }) => !isAlone)
    }, 'all nodes to count together')
    expect(log.info).toHaveBeenCalledTimes(2)
    expect(await grants(nodes, keys, 5)).toBe(0)
  })

  test('a Redis that was killed and has forgotten all opens nothing that this node has granted', async () => {
    const [one] = [await node()]
    const keys = [{ key: 'posts bo', rate: { times: 5, seconds: 3600 } }]
    expect(await grants([one], keys, 4)).toBe(4)
    await redis.end('SIGKILL')
    expect(await grants([one], keys, 4)).toBe(1)
    redis = await startRedis(redis.port)
    await until(
      async () =>
        (await one.consume([{ key: 'probe', rate: { times: 1000, seconds: 1 } }])) === 0 && !one.isAlone,
      'Redis',
    )
    expect(await grants([one], keys, 4)).toBe(0)
  })

  test('nor does it to many who ask at once for the one turn that is left', async () => {
    const [one] = [await node()]
    const keys = [{ key: 'posts cy', rate: { times: 5, seconds: 3600 } }]
    expect(await grants([one], keys, 4)).toBe(4)
    await clients[0]?.flushAll()
    expect(await grants([one], keys, 10)).toBe(1)
  })

  test('a turn that was refused by all is not counted by this node', async () => {
    const [one, other] = [await patient(), await patient()]
    const keys = [{ key: 'posts di', rate: { times: 5, seconds: 3600 } }]
    expect(await grants([other], keys, 5)).toBe(5)
    expect(await grants([one], keys, 20)).toBe(0)
    await clients[0]?.flushAll()
    expect(await grants([one], keys, 20)).toBe(5)
  })

  /** Where it is about counting, and this machine may be busy. */
  function patient(secret?: string) {
    return node(secret, 5000)
  }

  async function node(secret = AUTH_SECRET, patience?: number) {
    const client = redisClient(redis.url)
    await client.connect()
    clients.push(client)
    return new SharedRateLimiter(turnsOf(client, { AUTH_SECRET: secret }), log, patience)
  }
})

/** How often they are granted a turn who ask each of the limiters so many times, all at once. */
async function grants(limiters: Limiter[], keys: Parameters<Limiter['consume']>[0], times: number) {
  const asked = limiters.flatMap((limiter) => Array.from({ length: times }, () => limiter.consume(keys)))
  return (await Promise.all(asked)).filter((wait) => wait === 0).length
}
