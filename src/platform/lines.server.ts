import { LRUCache } from 'lru-cache'
import { type Message, pack, packPayload, readPayload } from './bus-payload.ts'
import { Echo } from './echo.server.ts'
import type { Log } from './log.server.ts'
import type { NotifyLine } from './notify-line.server.ts'
import type { Line } from './redis-line.server.ts'

/** Milliseconds between two signs of life. */
const BEAT_MS = 10_000
/** Milliseconds after which a node that said nothing more is not counted any more. */
const FORGET_MS = 25_000
/** Milliseconds in which those that have lost Redis together are answered together. */
const GREET_MS = 100
/** Batches that are remembered, as they may come over both lines. */
const BATCHES = 2000

/** Comes back to the node that sent it. */
const ECHO = 'echo'
/** Numbers what a node sends. */
const BATCH = 'batch'
/** Whether a node hears what is said over Redis. Said over the database, which every node hears. */
const HEARS_REDIS = 'hears redis'
/** From here on a node says everything over the database, too. */
const BOTH = 'both'
const OWN_CHANNELS = new Set([ECHO, BATCH, HEARS_REDIS, BOTH])

interface Ways {
  database: Pick<NotifyLine, keyof Line>
  redis: Line | undefined
}

interface Events {
  hear(messages: Message[]): void
  /** Messages of others may have been lost. */
  missed(): void
  /** What nobody took may be tried again. */
  ready(): void
}

/**
 * The two ways from node to node, and who can be reached on which (decision 0040): over Redis where there is one, and over
 * the database as well while some node says that it does not hear Redis. A line on which nothing comes back is made anew.
 */
export class Lines {
  areStarted = false
  private readonly node: string
  private readonly log: Pick<Log, 'warn'>
  private readonly database: Ways['database']
  private readonly redis: Line | undefined
  private readonly databaseEcho = new Echo(() => this.database.renew('nothing comes back'))
  private readonly redisEcho = new Echo(() => this.redis?.renew('nothing comes back'))
  /** Nodes that do not hear Redis, and when they said so, by `performance.now()`. */
  private readonly deaf = new Map<string, number>()
  private readonly heard = new LRUCache<string, true>({ max: BATCHES })
  private batches = 0
  private hasComplained = false
  private events: Events | undefined
  private timer: ReturnType<typeof setInterval> | undefined
  private greeting: ReturnType<typeof setTimeout> | undefined

  constructor(node: string, { database, redis }: Ways, log: Pick<Log, 'warn'>) {
    this.node = node
    this.log = log
    this.database = database
    this.redis = redis
  }

  async start(events: Events): Promise<void> {
    this.events = events
    this.areStarted = true
    await this.database.start({
      hear: (payload) => this.hear(payload, this.databaseEcho),
      // Kept pages are what people read while the database is away: they go once it is there again.
      lost: () => this.databaseEcho.end(),
      back: () => this.change(),
    })
    this.redis?.start({
      hear: (payload) => this.hear(payload, this.redisEcho),
      lost: () => {
        this.redisEcho.end()
        this.change()
      },
      back: () => this.change(),
    })
    this.beat()
    this.timer = setInterval(() => this.beat(), BEAT_MS).unref()
  }

  async stop(): Promise<void> {
    this.areStarted = false
    clearInterval(this.timer)
    clearTimeout(this.greeting)
    this.databaseEcho.end()
    this.redisEcho.end()
    this.redis?.stop()
    await this.database.stop()
  }

  /** Milliseconds that a message takes on the slower one. */
  get lag(): number | undefined {
    const lags = [this.databaseEcho.lag, this.redisEcho.lag].filter((lag) => lag !== undefined)
    return lags.length > 0 ? Math.max(...lags) : undefined
  }

  /** What `send` takes: numbered, so that it is heard once. */
  payloadOf(messages: readonly string[]): string {
    return packPayload(this.node, [pack(BATCH, ++this.batches), ...messages])
  }

  /** False when it did not reach all nodes: the same payload is to be sent again then. */
  async send(payload: string): Promise<boolean> {
    const isTaken = await this.redis?.send(payload)
    // Asked after it was sent: whoever says later that it is deaf is told to take everything for missed.
    if (isTaken && !this.isAnyDeaf) return true
    return this.database.send(payload)
  }

  private get isAnyDeaf(): boolean {
    const forgotten = performance.now() - FORGET_MS
    for (const [node, saidAt] of this.deaf) if (saidAt < forgotten) this.deaf.delete(node)
    return this.deaf.size > 0
  }

  /** This node hears otherwise than before. */
  private change(): void {
    this.beat()
    this.events?.missed()
  }

  private beat(): void {
    if (this.database.isUp) {
      const echo = pack(ECHO, this.databaseEcho.begin())
      const hears = pack(HEARS_REDIS, this.redis?.isUp === true)
      void this.database.send(packPayload(this.node, [echo, hears]))
    }
    if (this.redis?.isUp) void this.redis.send(packPayload(this.node, [pack(ECHO, this.redisEcho.begin())]))
    this.events?.ready()
  }

  private hear(payload: string, echo: Echo): void {
    try {
      const { node, messages } = readPayload(payload)
      const said = (channel: string) => messages.find((each) => each.channel === channel)?.message
      const batch = said(BATCH)
      if (node === this.node) echo.hear(said(ECHO))
      else if (batch === undefined || !this.isKnown(`${node} ${batch}`)) {
        this.note(node, said(HEARS_REDIS))
        if (said(BOTH) && !this.redis?.isUp) this.events?.missed()
        const others = messages.filter(({ channel }) => !OWN_CHANNELS.has(channel))
        if (others.length > 0) this.events?.hear(others)
      }
    } catch (error) {
      if (!this.hasComplained) this.log.warn({ err: error }, 'a message of another node is not understood')
      this.hasComplained = true
      this.events?.missed()
    }
  }

  private isKnown(batch: string): boolean {
    const isKnown = this.heard.has(batch)
    this.heard.set(batch, true)
    return isKnown
  }

  private note(node: string, hearsRedis: unknown): void {
    if (hearsRedis === true) this.deaf.delete(node)
    if (hearsRedis !== false || !this.redis) return
    const isNew = !this.deaf.has(node)
    this.deaf.set(node, performance.now())
    if (isNew) this.greetSoon()
  }

  private greetSoon(): void {
    if (!this.areStarted) return
    this.greeting ??= setTimeout(async () => {
      // Before it is sent: whoever says meanwhile that it is deaf needs another one.
      this.greeting = undefined
      if (!(await this.database.send(packPayload(this.node, [pack(BOTH, true)])))) this.greetSoon()
    }, GREET_MS).unref()
  }
}
