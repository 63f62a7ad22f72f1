import { randomUUID } from 'node:crypto'
import { type Message, pack, packPayload, readPayload, type Transport } from './bus-transport.ts'
import type { Log } from './log.server.ts'
import { within } from './within.ts'

type Listener = (message: unknown) => void

/** Bytes: NOTIFY refuses 8,000 and more. Each payload begins with some 100 of our own. */
const PAYLOAD_LIMIT = 7_800
const GATHER_MS = 5
/** Milliseconds between two calls of `onGap` listeners: after a restart of the database each node causes a gap. */
const GAP_PAUSE_MS = 1000
const PING_MS = 10_000
/** Milliseconds between two gaps while Redis is away and messages are lost. */
const AWAY_GAP_MS = 60_000
/** Milliseconds that a stopping process gives its last messages. */
const STOP_MS = 2000

/** A node's own message that measures how long messages take. */
const PING = 'ping'
/** Some messages of a node were not sent. */
const GAP = 'gap'

interface Link {
  transport: Transport
  /** When the ping under way was sent, by `performance.now()`. */
  pingedAt?: number | undefined
  /** Milliseconds that the last ping took. */
  lag?: number | undefined
}

/**
 * Carries small messages between the nodes of one forum: over Redis if there is one, else over PostgreSQL LISTEN/NOTIFY.
 * The database's own messages (a session has ended) always arrive over the latter. A node receives its own messages at
 * once and only once. Messages that cannot be sent are lost; `onGap` listeners run wherever some may be missing.
 */
export class Bus {
  private readonly node = randomUUID()
  private readonly database: Transport
  /** Over which this node sends. */
  private readonly main: Link
  private readonly links: Link[]
  private readonly log: Pick<Log, 'warn'>
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly gaps = new Set<() => void>()
  private pending: string[] = []
  private pendingBytes = 0
  private isLossy = false
  private sending: Promise<unknown> = Promise.resolve()
  private gathering: ReturnType<typeof setTimeout> | undefined
  private pause: ReturnType<typeof setTimeout> | undefined
  private isGapWaiting = false
  private readonly timers: ReturnType<typeof setInterval>[] = []

  /** @param database always listened to @param redis carries the messages of nodes if there is one */
  constructor(log: Pick<Log, 'warn'>, database: Transport, redis?: Transport) {
    this.log = log
    this.database = database
    this.main = { transport: redis ?? database }
    this.links = redis ? [{ transport: database }, this.main] : [this.main]
  }

  /** Rejects if the database does not answer. */
  async start(): Promise<void> {
    for (const link of this.links)
      await link.transport.start({
        received: (payload) => this.receive(link, payload),
        lost: () => {
          link.pingedAt = undefined
          this.missWithoutRedis()
        },
        connected: () => {
          this.ping(link)
          this.miss()
        },
      })
    this.timers.push(
      setInterval(() => this.checkAll(), PING_MS).unref(),
      setInterval(() => this.missWithoutRedis(), AWAY_GAP_MS).unref(),
    )
    this.checkAll()
  }

  /** Sends the last messages first, if that is possible. */
  async stop(): Promise<void> {
    clearTimeout(this.pause)
    for (const timer of this.timers) clearInterval(timer)
    this.flush()
    await within(STOP_MS, this.sending).catch(() => undefined)
    if (this.timers.length > 0 && this.isLossy)
      this.log.warn('the last messages did not reach the other nodes')
    for (const { transport } of this.links) await transport.stop()
  }

  subscribe(channel: string, listener: Listener): () => void {
    const listeners = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Runs `listener` whenever messages may be missing: at once, and then once a second at most. */
  onGap(listener: () => void): () => void {
    this.gaps.add(listener)
    return () => this.gaps.delete(listener)
  }

  /** Milliseconds that a message takes from this node to itself, on the slower link; undefined until one has arrived. */
  get lag(): number | undefined {
    const now = performance.now()
    const lags = this.links.flatMap(({ lag, pingedAt }) =>
      lag === undefined ? [] : Math.max(lag, pingedAt === undefined ? 0 : now - pingedAt),
    )
    return lags.length > 0 ? Math.max(...lags) : undefined
  }

  /** Sends to every node, to this one at once. Call it after the commit. */
  publish(channel: string, message: unknown): void {
    this.deliver(channel, message)
    const packed = pack(channel, message)
    const bytes = Buffer.byteLength(packed) + 1
    if (bytes > PAYLOAD_LIMIT) throw new RangeError(`bus message too long: ${channel}`)
    if (this.pendingBytes + bytes > PAYLOAD_LIMIT) this.flush()
    this.pending.push(packed)
    this.pendingBytes += bytes
    this.gathering ??= setTimeout(() => this.flush(), GATHER_MS)
  }

  /** One NOTIFY for all messages of the last milliseconds: under load it costs one statement, not one a write. */
  private flush(): void {
    clearTimeout(this.gathering)
    this.gathering = undefined
    const messages = this.pending
    this.pending = []
    this.pendingBytes = 0
    if (messages.length > 0) this.send(this.main, messages)
  }

  private send(link: Link, messages: readonly string[]): void {
    const hasGap = link === this.main && this.isLossy
    if (hasGap) this.isLossy = false
    const payload = packPayload(this.node, hasGap ? [pack(GAP, true), ...messages] : messages)
    const sent = link.transport.send(payload).catch(() => {
      link.pingedAt = undefined
      if (link === this.main) this.isLossy = true
    })
    this.sending = Promise.all([this.sending, sent])
  }

  private ping(link: Link): void {
    link.pingedAt = performance.now()
    this.send(link, [pack(PING, true)])
  }

  /** TCP notices a silent peer only after a quarter of an hour. */
  private checkAll(): void {
    for (const link of this.links) {
      if (!link.transport.isConnected) continue
      if (link.pingedAt === undefined) this.ping(link)
      else link.transport.reconnect()
    }
  }

  private receive(link: Link, payload: string): void {
    try {
      const { node, messages } = readPayload(payload)
      if (node === this.node) this.measure(link, messages)
      else for (const { channel, message } of messages) this.deliver(channel, message)
      if (node !== this.node && messages.some(({ channel }) => channel === GAP)) this.miss()
    } catch (error) {
      this.log.warn({ err: error }, 'received a malformed message of another node')
      this.miss()
    }
  }

  private measure(link: Link, messages: readonly Message[]): void {
    if (link.pingedAt === undefined || !messages.some(({ channel }) => channel === PING)) return
    link.lag = performance.now() - link.pingedAt
    link.pingedAt = undefined
  }

  private deliver(channel: string, message: unknown): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(message)
  }

  /** Cached pages are what people read while the database is away: they stay until it is back. */
  private missWithoutRedis(): void {
    if (this.database.isConnected && !this.main.transport.isConnected) this.miss()
  }

  private miss(): void {
    if (this.pause) {
      this.isGapWaiting = true
      return
    }
    this.pause = setTimeout(() => {
      this.pause = undefined
      if (this.isGapWaiting) this.miss()
    }, GAP_PAUSE_MS)
    this.pause.unref()
    this.isGapWaiting = false
    for (const listener of this.gaps) listener()
  }
}
