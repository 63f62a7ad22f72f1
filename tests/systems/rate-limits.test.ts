import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RedisClient, redisClient } from '../../src/platform/bus/redis.server.ts'
import { LimitStore, type RateKey, RateLimiter } from '../../src/platform/http/rate-limiter.server.ts'
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

  async function startNode(secret = AUTH_SECRET) {
    const client = redisClient(redis.url)
    await client.connect()
    clients.push(client)
    const store = new LimitStore(client, { AUTH_SECRET: secret }, log)
    return { store, limiter: new RateLimiter(store) }
  }
  type Node = Awaited<ReturnType<typeof startNode>>

  /**
   * Makes `times` attempts on each node, alternating between nodes. Returns how many the rate limit granted.
   * Makes one attempt at a time, because Redis would answer many at once late on a busy machine.
   */
  async function grants(nodes: Node[], keys: RateKey[], times: number) {
    let granted = 0
    for (let n = 0; n < times; n++)
      for (const { limiter } of nodes) if ((await limiter.consume(keys)) === 0) granted++
    return granted
  }

  test('three nodes allow what one allows', async () => {
    const nodes = await Promise.all([startNode(), startNode(), startNode()])
    const keys = [
      { key: 'votes ada', rate: { times: 30, seconds: 3600 } },
      { key: 'votes school', rate: { times: 70, seconds: 3600 } },
    ]
    expect(await grants(nodes, keys, 20)).toBe(30)
    const bo = [{ key: 'votes bo', rate: { times: 60, seconds: 3600 } }, ...keys.slice(1)]
    expect(await grants(nodes, bo, 20), 'a refusal of ada took nothing from the school').toBe(40)
    const cy = [bo[0] as RateKey]
    expect(await grants(nodes, cy, 20), 'nor did one of the school from bo').toBe(20)
    expect(log.warn).not.toHaveBeenCalled()
  })

  test('a node that has just started knows what the others counted, and for how long', async () => {
    const keys = [{ key: 'sign-ins kim', rate: { times: 6, seconds: 60 } }]
    const [first, second] = [await startNode(), await startNode()]
    expect(await grants([first], keys, 10)).toBe(6)
    const wait = await second.limiter.consume(keys)
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
  })

  test('turns come back when the time is over', async () => {
    const keys = [{ key: 'renderings', rate: { times: 4, seconds: 1 } }]
    const nodes = [await startNode(), await startNode()]
    const granted = await Promise.all(
      nodes.flatMap(({ limiter }) => Array.from({ length: 5 }, () => limiter.consume(keys))),
    )
    expect(granted.filter((wait) => wait === 0)).toHaveLength(4)
    await until(async () => (await nodes[0]?.limiter.consume(keys)) === 0, 'a turn', 3000)
  })

  test('forums that share a server do not count for each other, and nobody reads who is limited', async () => {
    const keys = [{ key: 'sign-ins kim@example.org', rate: { times: 2, seconds: 3600 } }]
    const other = await startNode('another secret, which is that of another forum')
    expect(await grants([await startNode()], keys, 3)).toBe(2)
    expect(await grants([other], keys, 3)).toBe(2)
    const names = await clients[0]?.keys('*')
    expect(names?.length).toBeGreaterThan(0)
    expect(names?.join()).not.toContain('kim')
  })

  test('without an answer a node counts by itself, says so once, and comes back by itself', async () => {
    const nodes = [await startNode(), await startNode()]
    const keys = [{ key: 'posts ada', rate: { times: 10, seconds: 3600 } }]
    expect(await grants(nodes, keys, 3)).toBe(6)
    redis.child.kill('SIGSTOP')
    const began = performance.now()
    expect(await grants(nodes, keys, 20)).toBe(2 * 10)
    expect(performance.now() - began, 'one request in a second waits').toBeLessThan(3000)
    expect(log.warn).toHaveBeenCalledTimes(2)
    expect(nodes.map(({ store }) => store.isAway)).toEqual([true, true])
    redis.child.kill('SIGCONT')
    const probe = [{ key: 'probe', rate: { times: 1000, seconds: 1 } }]
    await until(async () => {
      for (const { limiter } of nodes) await limiter.consume(probe)
      return nodes.every(({ store }) => !store.isAway)
    }, 'all nodes to count together')
    expect(log.info).toHaveBeenCalledTimes(2)
    // Redis had counted 6 of 10 attempts, and may also count those made while it was stopped.
    expect(await grants(nodes, keys, 10)).toBeLessThanOrEqual(4)
  })

  test('while Redis is killed the limits hold in each process', async () => {
    const node = await startNode()
    const keys = [{ key: 'posts bo', rate: { times: 5, seconds: 3600 } }]
    expect(await grants([node], keys, 4)).toBe(4)
    await redis.end('SIGKILL')
    expect(await grants([node], keys, 9)).toBe(5)
    redis = await startRedis(redis.port)
    const probe = [{ key: 'probe', rate: { times: 1000, seconds: 1 } }]
    await until(async () => (await node.limiter.consume(probe)) === 0 && !node.store.isAway, 'Redis')
    expect(await grants([node], keys, 9), 'it has forgotten').toBe(5)
  })
})
