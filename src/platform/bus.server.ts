import { randomUUID } from 'node:crypto'
import { type Message, pack } from './bus-payload.ts'
import { Lines } from './lines.server.ts'
import type { Log } from './log.server.ts'
import { MessageQueue } from './message-queue.server.ts'
import { NotifyLine } from './notify-line.server.ts'
import type { Line } from './redis-line.server.ts'
import { within } from './within.ts'

type Listener = (message: unknown) => void

/** Bytes: NOTIFY refuses 8,000 and more. Each payload begins with some 150 of our own. */
const PAYLOAD_LIMIT = 7_800
const MESSAGE_LIMIT = PAYLOAD_LIMIT - 1
const GATHER_MS = 5
/** Milliseconds between two gaps that are told: after a restart of the database each node hears of several. */
const GAP_PAUSE_MS = 1000
/** Milliseconds that a process which stops gives its last messages. */
const STOP_MS = 2000

/** Some messages of a node were lost: nobody knows which. */
const GAP = 'gap'

export interface BusOptions {
  /** Where messages go first; every node listens there and to the database. */
  redis?: Line | undefined
}

/**
 * Carries small messages between the nodes of one forum, over PostgreSQL LISTEN/NOTIFY, or over a Redis while all of them
 * hear that: what the database itself says, and what Redis does not take, always comes over the first. A node hears its
 * own messages at once and only once. What nobody takes waits until somebody does. Whenever messages of others may have
 * been lost `onGap` listeners run.
 */
export class Bus {
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly gaps = new Set<() => void>()
  private readonly queue = new MessageQueue(pack(GAP, true))
  private readonly lines: Lines
  private readonly log: Pick<Log, 'warn'>
  /** What is being sent, until somebody has taken it. */
  private underWay: string | undefined
  private sending: Promise<void> | undefined
  private gathering: ReturnType<typeof setTimeout> | undefined
  private pause: ReturnType<typeof setTimeout> | undefined
  private isGapWaiting = false

  constructor(url: string, log: Pick<Log, 'warn' | 'info'>, { redis }: BusOptions = {}) {
    this.log = log
    this.lines = new Lines(randomUUID(), { database: new NotifyLine(url, log), redis }, log)
  }

  /** Rejects when the database does not answer. Redis may come when it likes. */
  async start(): Promise<void> {
    await this.lines.start({
      hear: (messages) => this.hear(messages),
      missed: () => this.miss(),
      ready: () => void this.flush(),
    })
  }

  /** Sends what is still to be sent, if somebody takes it. */
  async stop(): Promise<void> {
    clearTimeout(this.gathering)
    clearTimeout(this.pause)
    await within(
      STOP_MS,
      Promise.resolve(this.sending).then(() => this.flush()),
    ).catch(() => undefined)
    if (this.underWay !== undefined && this.lines.areStarted)
      this.log.warn('the last messages did not reach the other nodes')
    await this.lines.stop()
  }

  subscribe(channel: string, listener: Listener): () => void {
    const listeners = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Runs `listener` whenever messages may have been missed: at once, and then once a second at most. */
  onGap(listener: () => void): () => void {
    this.gaps.add(listener)
    return () => this.gaps.delete(listener)
  }

  /** Milliseconds that a message took from this node to itself, on the slower line; undefined until one has come. */
  get lag(): number | undefined {
    return this.lines.lag
  }

  /** Tells every node, this one first and at once. Call it after the commit. */
  publish(channel: string, message: unknown): void {
    this.deliver(channel, message)
    const packed = pack(channel, message)
    if (Buffer.byteLength(packed) > MESSAGE_LIMIT) throw new RangeError(`bus message too long: ${channel}`)
    this.queue.add(packed)
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined
      void this.flush()
    }, GATHER_MS)
  }

  /** One NOTIFY for all messages of the last milliseconds: under load it costs one statement, not one a write. */
  private flush(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined
    })
    return this.sending
  }

  private async sendAll(): Promise<void> {
    while (this.underWay !== undefined || !this.queue.isEmpty) {
      this.underWay ??= this.lines.payloadOf(this.queue.take(PAYLOAD_LIMIT))
      // A line that comes back says so.
      if (!(await this.lines.send(this.underWay))) return
      this.underWay = undefined
    }
  }

  private hear(messages: Message[]): void {
    for (const { channel, message } of messages) this.deliver(channel, message)
    if (messages.some(({ channel }) => channel === GAP)) this.miss()
  }

  private deliver(channel: string, message: unknown): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(message)
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
