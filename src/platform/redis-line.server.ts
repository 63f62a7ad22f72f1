import { KeptConnection } from './kept-connection.server.ts'
import type { Log } from './log.server.ts'
import type { LineEvents } from './notify-line.server.ts'
import { listenerOf, type RedisClient } from './redis.server.ts'
import { within } from './within.ts'

/** Milliseconds for a message to be taken: after that it goes over the database. */
const PATIENCE_MS = 200
/** Milliseconds for a connection, and for the answer to a subscription: else one that never comes would be the last. */
const TIMEOUT_MS = 5000

/** What the bus needs of it. */
export type Line = Pick<RedisLine, 'start' | 'stop' | 'isUp' | 'send' | 'renew'>

/** Carries the messages of the bus over a Redis: what is sent reaches all nodes that listen at that moment. */
export class RedisLine {
  private readonly client: RedisClient
  private readonly channel: string
  private readonly log: Pick<Log, 'warn' | 'info'>
  private events: LineEvents | undefined
  private readonly kept = new KeptConnection<RedisClient>({
    open: (lost) => this.open(lost),
    close: (listener) => listener.destroy(),
    lost: (reason) => {
      this.log.warn({ err: reason }, 'messages of other nodes come over the database alone')
      this.events?.lost()
    },
    back: () => {
      this.log.info('messages of other nodes come over Redis, too')
      this.events?.back()
    },
  })

  constructor(client: RedisClient, channel: string, log: Pick<Log, 'warn' | 'info'>) {
    this.client = client
    this.channel = channel
    this.log = log
  }

  /** Tries to listen for as long as it takes, and nobody waits. */
  start(events: LineEvents): void {
    this.events = events
    this.kept.startInTime()
  }

  /** Whether this node hears what is said there. */
  get isUp(): boolean {
    return this.kept.current !== undefined
  }

  /** Makes the connection anew: nothing comes over it. */
  renew(reason: string): void {
    this.kept.lose(new Error(reason))
  }

  stop(): void {
    this.kept.stop()?.destroy()
  }

  /** False when nobody took it. */
  async send(payload: string): Promise<boolean> {
    if (!this.client.isReady) return false
    return within(PATIENCE_MS, this.client.publish(this.channel, payload)).then(
      () => true,
      () => false,
    )
  }

  private async open(lost: (reason: unknown) => void): Promise<RedisClient> {
    const listener = listenerOf(this.client)
    listener.on('error', lost)
    try {
      await listener.connect()
      await within(
        TIMEOUT_MS,
        listener.subscribe(this.channel, (payload) => this.events?.hear(payload)),
      )
    } catch (error) {
      listener.destroy()
      throw error
    }
    return listener
  }
}
