import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import type { RedisLine } from './redis-line.server.ts'
import type { WritePosition } from './write-position.ts'

type Listener = (message: unknown) => void

/** NOTIFY refuses payloads of 8,000 bytes and more; a batch starts with the node's id. */
const PAYLOAD_LIMIT = 7_900
const MESSAGE_LIMIT = PAYLOAD_LIMIT - 1
const GATHER_MS = 5
const RECONNECT_MS = 1000

/** Comes back to the node that sent it, and says when that was. */
const ECHO = 'echo'
/** Tells how far the database was written when a message was sent. Versions that do not know it pass over it. */
const POSITION = 'position'

export interface BusOptions {
  /** Where messages go first; every node listens there and to the database. */
  redis?: RedisLine | undefined
  position?: WritePosition | undefined
}

/**
 * Carries small messages between the nodes of one forum, over PostgreSQL LISTEN/NOTIFY, or over a Redis while there is
 * one: what the database itself says, and what Redis does not take, always comes over the first. A node hears its own
 * messages at once and only once. After a lost connection of either `onGap` listeners run, since nobody knows what was
 * missed.
 */
export class Bus {
  private readonly node = randomUUID()
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly gaps = new Set<() => void>()
  private client: pg.Client | undefined
  private stopped = false
  private queue: string[] = []
  /** One after the other: a connection does one thing at a time. */
  private sending: Promise<unknown> = Promise.resolve()
  private readonly url: string
  private readonly log: Logger
  private readonly redis: RedisLine | undefined
  private readonly position: WritePosition | undefined
  private echo: { sentAt: number; isUnderWay: boolean; lag: number | undefined } | undefined

  constructor(url: string, log: Logger, { redis, position }: BusOptions = {}) {
    this.url = url
    this.log = log
    this.redis = redis
    this.position = position
  }

  async start(): Promise<void> {
    await this.listen()
    this.redis?.start(
      (payload) => this.receive(payload),
      () => this.miss(),
    )
  }

  private async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'threshold bus' })
    client.on('error', () => {})
    client.on('notification', ({ payload }) => this.receive(payload ?? '[]'))
    await client.connect()
    client.on('end', () => this.reconnect())
    await client.query('listen threshold')
    this.client = client
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.redis?.stop()
    await this.client?.end().catch(() => {})
  }

  subscribe(channel: string, listener: Listener): () => void {
    const listeners = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Runs `listener` whenever messages may have been missed. */
  onGap(listener: () => void): () => void {
    this.gaps.add(listener)
    return () => this.gaps.delete(listener)
  }

  /** Sends a message that this node waits for as the others do: `lag` then says how long it took. */
  measure(): void {
    const lag = this.lag
    this.echo = { sentAt: performance.now(), isUnderWay: true, lag }
    this.publish(ECHO, this.echo.sentAt)
  }

  /** Milliseconds between sending and hearing the last such message; at least as many as one has been under way. */
  get lag(): number | undefined {
    if (!this.echo?.isUnderWay) return this.echo?.lag
    const { lag, sentAt } = this.echo
    return lag === undefined ? undefined : Math.max(lag, performance.now() - sentAt)
  }

  /** Tells every node, this one first and at once. Call it after the commit. */
  publish(channel: string, message: unknown): void {
    this.deliver(channel, message)
    const packed = JSON.stringify({ channel, message })
    if (Buffer.byteLength(packed) > MESSAGE_LIMIT) throw new RangeError(`bus message too long: ${channel}`)
    if (this.queue.push(packed) > 1) return
    this.position?.expect()
    setTimeout(() => this.flush(), GATHER_MS)
  }

  /** One NOTIFY for all messages of the last milliseconds: under load it costs one statement, not one a write. */
  private flush() {
    const messages = this.queue
    this.queue = []
    this.sending = this.sending
      .then(() => this.position?.read())
      .then((position) => this.send(position ? [positionMessage(position), ...messages] : messages))
      .catch((error: unknown) => this.log.warn({ err: error }, 'a message did not reach the other nodes'))
  }

  private async send(messages: string[]): Promise<void> {
    while (messages.length > 0) {
      const batch: string[] = []
      let room = PAYLOAD_LIMIT
      while (messages[0] !== undefined && room >= Buffer.byteLength(messages[0]) + 1) {
        room -= Buffer.byteLength(messages[0]) + 1
        batch.push(messages.shift() as string)
      }
      const payload = `["${this.node}",${batch.join()}]`
      if (await this.redis?.send(payload)) continue
      await this.client?.query('select pg_notify($1, $2)', ['threshold', payload])
    }
  }

  private receive(payload: string) {
    const [node, ...messages] = JSON.parse(payload) as [string, ...{ channel: string; message: unknown }[]]
    if (node === this.node) return this.hearEcho(messages)
    // First: what is read anew because of the others has to be as new as they are.
    this.position?.hear(messages.find(({ channel }) => channel === POSITION)?.message as string | undefined)
    for (const { channel, message } of messages) this.deliver(channel, message)
  }

  private hearEcho(messages: { channel: string; message: unknown }[]) {
    const { echo } = this
    if (!echo || !messages.some(({ channel, message }) => channel === ECHO && message === echo.sentAt)) return
    this.echo = { ...echo, isUnderWay: false, lag: performance.now() - echo.sentAt }
  }

  private deliver(channel: string, message: unknown) {
    for (const listener of this.listeners.get(channel) ?? []) listener(message)
  }

  private miss() {
    this.position?.hear(undefined)
    for (const listener of this.gaps) listener()
  }

  private reconnect() {
    this.client = undefined
    if (this.stopped) return
    setTimeout(async () => {
      try {
        await this.listen()
        this.miss()
      } catch {
        this.reconnect()
      }
    }, RECONNECT_MS).unref()
  }
}

function positionMessage(message: string): string {
  return JSON.stringify({ channel: POSITION, message })
}
