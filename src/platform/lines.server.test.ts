import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Message, pack } from './bus-payload.ts'
import { Lines } from './lines.server.ts'
import type { LineEvents } from './notify-line.server.ts'

/** A server that passes on what is sent to all who hear it, at once. */
class Exchange {
  readonly sent: string[] = []
  readonly connections = new Set<Connection>()

  /** A connection of one node, as NotifyLine and RedisLine are. */
  connect(): Connection {
    const connection = new Connection(this)
    this.connections.add(connection)
    return connection
  }
}

class Connection {
  isUp = false
  /** Sends, but hears nothing, and nobody has said so. */
  isHalfOpen = false
  takes = true
  readonly renew = vi.fn()
  private events: LineEvents | undefined
  private readonly exchange: Exchange

  constructor(exchange: Exchange) {
    this.exchange = exchange
  }

  async start(events: LineEvents) {
    this.events = events
    this.isUp = true
  }
  async stop() {
    this.isUp = false
  }
  async send(payload: string) {
    if (!this.takes) return false
    this.exchange.sent.push(payload)
    for (const { isUp, isHalfOpen, events } of this.exchange.connections)
      if (isUp && !isHalfOpen) events?.hear(payload)
    return true
  }
  lose() {
    this.isUp = false
    this.events?.lost()
  }
  comeBack() {
    this.isUp = true
    this.events?.back()
  }
  say(payload: string) {
    this.events?.hear(payload)
  }
}

const log = { warn: vi.fn() }
let database: Exchange
let redis: Exchange
let all: Awaited<ReturnType<typeof startNode>>[] = []

/** A node, with what it hears. */
async function startNode({ hasRedis = true } = {}) {
  const ways = { database: database.connect(), redis: hasRedis ? redis.connect() : undefined }
  const node = crypto.randomUUID()
  const lines = new Lines(node, ways, log)
  const heard: unknown[] = []
  const missed = vi.fn()
  const hear = (messages: Message[]) => void heard.push(...messages.map(({ message }) => message))
  await lines.start({ hear, missed, ready: () => undefined })
  const say = (word: string) => lines.send(lines.payloadOf([pack('words', word)]))
  return { ...ways, node, lines, heard, missed, say }
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  database = new Exchange()
  redis = new Exchange()
  all = [await startNode(), await startNode(), await startNode()]
  await vi.advanceTimersByTimeAsync(500)
  for (const { missed } of all) missed.mockClear()
  database.sent.length = 0
})
afterEach(async () => {
  for (const { lines } of all) await lines.stop()
  vi.useRealTimers()
})

const nodes = () => all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]]

test('over Redis while all hear it: the database carries signs of life alone', async () => {
  const [here, there] = nodes()
  for (let n = 0; n < 20; n++) await here.say(`word ${n}`)
  expect(there.heard).toHaveLength(20)
  expect(database.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(database.sent).toHaveLength(3)
  expect(here.lines.lag).toBeGreaterThanOrEqual(0)
})

test('a node that has lost Redis is reached over the database, and the others hear nothing twice', async () => {
  const [here, deaf, third] = nodes()
  deaf.redis?.lose()
  expect(deaf.missed).toHaveBeenCalled()
  await here.say('one')
  expect([deaf.heard, third.heard]).toEqual([['one'], ['one']])
  // Also much later: it says it again and again.
  await vi.advanceTimersByTimeAsync(120_000)
  await here.say('two')
  expect([deaf.heard, third.heard]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ])
  deaf.redis?.comeBack()
  database.sent.length = 0
  await here.say('three')
  expect(deaf.heard).toEqual(['one', 'two', 'three'])
  expect(database.sent, 'and spares the database again').toEqual([])
})

test('what was said before the others knew is taken for missed once they do', async () => {
  const [here, deaf] = nodes()
  const connection = deaf.redis
  if (connection) connection.isUp = false
  await here.say('nobody knows yet')
  expect(deaf.heard).toEqual([])
  deaf.missed.mockClear()
  await vi.advanceTimersByTimeAsync(10_200)
  expect(deaf.missed).toHaveBeenCalled()
  await here.say('known')
  expect(deaf.heard).toEqual(['known'])
})

test('a node is told so also when the database did not take it at first', async () => {
  const [here, deaf] = nodes()
  here.database.takes = false
  deaf.redis?.lose()
  await vi.advanceTimersByTimeAsync(300)
  deaf.missed.mockClear()
  await vi.advanceTimersByTimeAsync(500)
  expect(deaf.missed).not.toHaveBeenCalled()
  here.database.takes = true
  await vi.advanceTimersByTimeAsync(500)
  expect(deaf.missed).toHaveBeenCalledOnce()
})

test('a node that was told of no Redis is reached, for as long as it lives', async () => {
  const [here] = nodes()
  const plain = await startNode({ hasRedis: false })
  await here.say('one')
  expect(plain.heard).toEqual(['one'])
  await plain.say('two')
  expect(here.heard).toEqual(['two'])
  await plain.lines.stop()
  await vi.advanceTimersByTimeAsync(40_000)
  database.sent.length = 0
  await here.say('three')
  expect(database.sent).toEqual([])
})

test('what Redis does not take, or not all hear there, is sent again while the database takes nothing', async () => {
  const [here, deaf, third] = nodes()
  deaf.redis?.lose()
  here.database.takes = false
  const payload = here.lines.payloadOf([pack('words', 'one')])
  expect(await here.lines.send(payload)).toBe(false)
  expect([deaf.heard, third.heard]).toEqual([[], ['one']])
  here.database.takes = true
  expect(await here.lines.send(payload)).toBe(true)
  expect([deaf.heard, third.heard]).toEqual([['one'], ['one']])
})

test('a line on which nothing comes back is made anew', async () => {
  const [here, there] = nodes()
  here.database.isHalfOpen = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(here.database.renew).toHaveBeenCalled()
  expect(here.redis?.renew).not.toHaveBeenCalled()
  expect(there.database.renew).not.toHaveBeenCalled()
  if (there.redis) there.redis.isHalfOpen = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(there.redis?.renew).toHaveBeenCalled()
})

test('a lost line to the database drops nothing before it is back', async () => {
  const [here] = nodes()
  here.database.lose()
  expect(here.missed).not.toHaveBeenCalled()
  here.database.comeBack()
  expect(here.missed).toHaveBeenCalledOnce()
})

test('what nobody understands ends nobody: something was missed, and the log says so once', async () => {
  const [here] = nodes()
  for (const payload of ['', 'nonsense', '{}', '[]', '[3,{"channel":"words"}]', '["",null]', '["",{}]'])
    here.database.say(payload)
  expect(here.missed).toHaveBeenCalledTimes(7)
  expect(log.warn).toHaveBeenCalledOnce()
  here.database.say('["former",{"channel":"words","message":"as the version before says it"}]')
  here.database.say('["later",{"channel":"unheard of","message":{}}]')
  expect(here.heard).toEqual(['as the version before says it', {}])
  expect(here.missed).toHaveBeenCalledTimes(7)
})
