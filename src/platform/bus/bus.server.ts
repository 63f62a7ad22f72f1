import { randomUUID } from 'node:crypto'
import { withTimeout } from '../jobs/with-timeout.ts'
import type { Log } from '../log.server.ts'
import { type BusMessage, pack, packPayload, readPayload, type Transport } from './bus-transport.ts'

type Listener = (message: unknown) => void

/** Maximum bytes of a payload's messages. NOTIFY allows 7,999 bytes, and the envelope takes about 100. */
const PAYLOAD_LIMIT = 7_800
const GATHER_MS = 5
/** Minimum milliseconds between calls of `onGap` listeners. A database restart causes a call on each node. */
const GAP_PAUSE_MS = 1000
const PING_MS = 10_000
const AWAY_GAP_MS = 60_000
const STOP_MS = 2000

/** Channel of the message that a node sends to itself to measure the delay. */
const PING = 'ping'
const GAP = 'gap'

interface Link {
  transport: Transport
  /** Start of the current ping, as returned by `performance.now()`. Undefined if no ping is running. */
  pingedAt?: number | undefined
  lag?: number | undefined
}

/**
 * Sends small messages between the nodes of a forum. Uses Redis if configured, else PostgreSQL's
 * LISTEN/NOTIFY. Messages from the database itself always use LISTEN/NOTIFY. A node receives its own messages
 * at once. If messages may have been lost, the `onGap` listeners are called.
 */
export class Bus {
  private readonly node = randomUUID()
  private readonly database: Transport
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

  constructor(log: Pick<Log, 'warn'>, database: Transport, redis?: Transport) {
    this.log = log
    this.database = database
    this.main = { transport: redis ?? database }
    this.links = redis ? [{ transport: database }, this.main] : [this.main]
  }

  /** Opens the connections. Rejects if the database does not respond. */
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

  async stop(): Promise<void> {
    clearTimeout(this.pause)
    for (const timer of this.timers) clearInterval(timer)
    this.flush()
    await withTimeout(STOP_MS, this.sending).catch(() => undefined)
    if (this.timers.length > 0 && this.isLossy)
      this.log.warn('the last messages were not delivered to the other nodes')
    for (const { transport } of this.links) await transport.stop()
  }

  subscribe(channel: string, listener: Listener): () => void {
    const listeners = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Registers a `listener` that is called when messages may have been lost, at most once a second. */
  onGap(listener: () => void): () => void {
    this.gaps.add(listener)
    return () => this.gaps.delete(listener)
  }

  /** Delay of messages on the slowest connection in milliseconds, or undefined until one has arrived. */
  get lag(): number | undefined {
    const now = performance.now()
    const lags = this.links.flatMap(({ lag, pingedAt }) =>
      lag === undefined ? [] : Math.max(lag, pingedAt === undefined ? 0 : now - pingedAt),
    )
    return lags.length > 0 ? Math.max(...lags) : undefined
  }

  /** Sends a message to all nodes. Call it after the commit. Throws RangeError above PAYLOAD_LIMIT. */
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

  /** Sends the gathered messages. Under load, one NOTIFY carries the messages of several writes. */
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

  /** Replaces connections whose last ping got no reply. TCP would only notice the loss after 15 minutes. */
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
      this.log.warn({ err: error }, 'received a malformed message from another node')
      this.miss()
    }
  }

  private measure(link: Link, messages: readonly BusMessage[]): void {
    if (link.pingedAt === undefined || !messages.some(({ channel }) => channel === PING)) return
    link.lag = performance.now() - link.pingedAt
    link.pingedAt = undefined
  }

  private deliver(channel: string, message: unknown): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(message)
  }

  /** Calls `onGap` listeners if only Redis is down. If the database is down too, no data can have changed. */
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
