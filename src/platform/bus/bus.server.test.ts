import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import type { DB } from '../../db/types.ts'
import { Bus } from './bus.server.ts'
import type { Transport, TransportEvents } from './bus-transport.ts'
import { PostgresTransport } from './postgres-transport.server.ts'

const log = { warn: vi.fn(), info: vi.fn() }

describe('over the database', () => {
  const nodes: Bus[] = []
  let url: string
  let db: Kysely<DB>

  beforeAll(async () => {
    const made = await testDatabase()
    url = made.url
    db = made.db
    nodes.push(newBus(), newBus())
    // Starts the nodes one after another, so that the first node has the oldest connection.
    for (const node of nodes) await node.start()
  })
  afterAll(() => Promise.all(nodes.map((node) => node.stop())))

  const newBus = () => new Bus(log, new PostgresTransport(url, log))

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

  it('cuts what was gathered into payloads that PostgreSQL takes, in order', async () => {
    const [here, there] = nodes as [Bus, Bus]
    const received = vi.fn()
    there.subscribe('many', received)
    const long = 'é'.repeat(1500)
    for (let n = 0; n < 20; n++) here.publish('many', { n, long })
    await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(20))
    expect(received.mock.calls.map(([message]) => message.n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  it('refuses a message that is too long', () => {
    expect(() => nodes[0]?.publish('pages', 'x'.repeat(8000))).toThrow(RangeError)
  })

  it('measures how long a message takes', async () => {
    await vi.waitFor(() => expect(nodes[0]?.lag).toBeLessThan(5000))
  })

  describe('after a lost connection', () => {
    const gaps = { here: vi.fn(), there: vi.fn() }
    beforeAll(() => {
      nodes[0]?.onGap(gaps.here)
      nodes[1]?.onGap(gaps.there)
    })
    afterEach(() => vi.clearAllMocks())

    /** Terminates the oldest of the nodes' database connections. */
    async function cutOldest() {
      const [oldest] = await backends()
      await sql`select pg_terminate_backend(${oldest}::int)`.execute(db)
      await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce())
    }

    it('a node reconnects and knows that it may have missed something; the others have missed nothing', async () => {
      await cutOldest()
      await vi.waitFor(() => expect(gaps.here).toHaveBeenCalledOnce(), 5000)
      expect(log.info).toHaveBeenCalledOnce()
      expect(gaps.there).not.toHaveBeenCalled()
      expect(await backends(), 'one connection each').toHaveLength(2)
    })

    it('the other nodes know that they may have missed what it could not send', async () => {
      // In the previous test the first node reconnected, so the second one now has the oldest connection.
      const [here, there] = nodes as [Bus, Bus]
      await cutOldest()
      const received = vi.fn()
      here.subscribe('meanwhile', received)
      there.publish('meanwhile', 1)
      await vi.waitFor(() => expect(gaps.there).toHaveBeenCalledOnce(), 5000)
      await vi.waitFor(() => expect(gaps.here).toHaveBeenCalledOnce(), 5000)
      expect(received).not.toHaveBeenCalled()
      there.publish('meanwhile', 2)
      await vi.waitFor(() => expect(received).toHaveBeenCalledWith(2))
    })
  })

  it('reports one gap at once, and those within a second together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const bus = newBus()
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

  it('sends the last messages before it stops', async () => {
    const last = newBus()
    await last.start()
    const received = vi.fn()
    nodes[1]?.subscribe('last', received)
    last.publish('last', 'words')
    await last.stop()
    await vi.waitFor(() => expect(received).toHaveBeenCalledWith('words'))
  })

  /** Returns the process ids of the nodes' database connections, oldest first. */
  async function backends(): Promise<number[]> {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'threshold bus' and datname = current_database()
      order by backend_start`.execute(db)
    return rows.map(({ pid }) => pid)
  }
})

describe('with Redis beside the database', () => {
  beforeEach(async () => {
    vi.useFakeTimers()
    vi.clearAllMocks()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Starts two nodes. Discards the calls of `onGap` listeners that each node's first connection causes. */
  async function startNodes() {
    const servers = { database: new Server(), redis: new Server() }
    const nodes = await Promise.all([startNode(servers), startNode(servers)])
    await vi.advanceTimersByTimeAsync(2000)
    for (const { gap } of nodes) gap.mockClear()
    servers.database.sent.length = 0
    return { ...servers, nodes }
  }

  async function startNode(servers: { database: Server; redis: Server }) {
    const database = servers.database.connect()
    const redis = servers.redis.connect()
    const bus = new Bus(log, database, redis)
    const [received, gap] = [vi.fn(), vi.fn()]
    bus.onGap(gap)
    bus.subscribe('words', received)
    await bus.start()
    return { bus, database, redis, received, gap }
  }

  it('sends over Redis alone, and listens to the database for its own messages', async () => {
    const { database, nodes } = await startNodes()
    const [here, there] = nodes
    for (let n = 0; n < 3; n++) here.bus.publish('words', n)
    await vi.advanceTimersByTimeAsync(5)
    expect(there.received.mock.calls.flat()).toEqual([0, 1, 2])
    expect(here.received.mock.calls.flat(), 'its own once').toEqual([0, 1, 2])
    expect(database.sent).toEqual([])
    database.say('["",{"channel":"words","message":"a session has ended"}]')
    expect(there.received).toHaveBeenLastCalledWith('a session has ended')
  })

  it('takes a lost Redis for a gap: at once, each minute, and when it is back', async () => {
    const { nodes } = await startNodes()
    const [here] = nodes
    here.redis.lose()
    expect(here.gap).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(here.gap).toHaveBeenCalledTimes(2)
    here.redis.comeBack()
    await vi.advanceTimersByTimeAsync(2000)
    expect(here.gap).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(here.gap).toHaveBeenCalledTimes(3)
  })

  it('lets the other nodes know of what it could not send, within seconds', async () => {
    const { nodes } = await startNodes()
    const [here, there] = nodes
    here.redis.takes = false
    here.bus.publish('words', 'lost')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(there.gap).not.toHaveBeenCalled()
    here.redis.takes = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect(there.gap).toHaveBeenCalledOnce()
    expect(there.received).not.toHaveBeenCalled()
  })

  it('drops nothing while the database is away: cached pages are all that people can read', async () => {
    const { nodes } = await startNodes()
    const [here] = nodes
    here.database.lose()
    here.redis.lose()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(here.gap).not.toHaveBeenCalled()
    here.database.comeBack()
    expect(here.gap).toHaveBeenCalledOnce()
  })

  it('reconnects a connection on which nothing arrives any more, and no other', async () => {
    const { nodes } = await startNodes()
    const [here, there] = nodes
    here.database.isHalfOpen = true
    there.redis.isHalfOpen = true
    await vi.advanceTimersByTimeAsync(20_000)
    expect(here.database.reconnect).toHaveBeenCalled()
    expect(there.redis.reconnect).toHaveBeenCalled()
    expect(here.redis.reconnect).not.toHaveBeenCalled()
    expect(there.database.reconnect).not.toHaveBeenCalled()
  })

  it('takes a malformed payload for a gap', async () => {
    const { database, nodes } = await startNodes()
    const [here] = nodes
    for (const payload of ['', 'nonsense', '{}', '[]', '[3,{"channel":"words"}]', '["",null]', '["",{}]']) {
      here.gap.mockClear()
      database.say(payload)
      expect(here.gap, payload).toHaveBeenCalledOnce()
      await vi.advanceTimersByTimeAsync(2000)
    }
    database.say('["later",{"channel":"unheard of","message":{}}]')
    expect(here.gap).toHaveBeenCalledOnce()
  })
})

/** A fake server that forwards each payload to all connected nodes. */
class Server {
  readonly sent: string[] = []
  readonly connections: Connection[] = []

  connect(): Connection {
    const connection = new Connection(this)
    this.connections.push(connection)
    return connection
  }

  say(payload: string): void {
    for (const connection of this.connections) connection.hear(payload)
  }
}

class Connection implements Transport {
  isConnected = false
  /** Simulates a connection that can send but receives nothing. */
  isHalfOpen = false
  takes = true
  readonly reconnect = vi.fn()
  private readonly server: Server
  private events: TransportEvents | undefined

  constructor(server: Server) {
    this.server = server
  }

  async start(events: TransportEvents) {
    this.events = events
    this.isConnected = true
  }
  async stop() {
    this.isConnected = false
  }
  async send(payload: string) {
    if (!this.takes || !this.isConnected) throw new Error('not sent')
    this.server.sent.push(payload)
    this.server.say(payload)
  }
  hear(payload: string) {
    if (this.isConnected && !this.isHalfOpen) this.events?.received(payload)
  }
  lose() {
    this.isConnected = false
    this.events?.lost()
  }
  comeBack() {
    this.isConnected = true
    this.events?.connected()
  }
}
