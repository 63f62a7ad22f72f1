import { Socket } from 'node:net'
import pg from 'pg'
import { KeptConnection } from './kept-connection.server.ts'
import type { Log } from './log.server.ts'

/** Milliseconds for a connection and for each statement: both are done in a few, or not at all. */
const TIMEOUT_MS = 5000

/** What a message says need not outlive the server, so it waits for no disk and no copy. */
const LISTEN = 'set synchronous_commit = off; listen threshold'

/** What a line of the bus tells it. */
export interface LineEvents {
  /** A payload came. */
  hear(payload: string): void
  /** Nothing comes any more. */
  lost(): void
  /** Payloads come again: nobody knows what was said meanwhile. */
  back(): void
}

interface Connection {
  client: pg.Client
  socket: Socket
  /** One after the other: a connection does one thing at a time. */
  sending: Promise<unknown>
}

/** Carries the messages of the bus over PostgreSQL's LISTEN/NOTIFY, on a connection of its own. */
export class NotifyLine {
  private readonly url: string
  private readonly log: Pick<Log, 'warn' | 'info'>
  private events: LineEvents | undefined
  private readonly kept = new KeptConnection<Connection>({
    open: (lost) => this.open(lost),
    // In order it would wait for a server that may be gone.
    close: ({ socket }) => socket.destroy(),
    lost: (reason) => {
      this.log.warn({ err: reason }, 'no messages of other nodes come over the database')
      this.events?.lost()
    },
    back: () => {
      this.log.info('messages of other nodes come over the database again')
      this.events?.back()
    },
  })

  constructor(url: string, log: Pick<Log, 'warn' | 'info'>) {
    this.url = url
    this.log = log
  }

  /** Resolves when messages come. Rejects when the database does not take the first try. */
  async start(events: LineEvents): Promise<void> {
    this.events = events
    await this.kept.start()
  }

  get isUp(): boolean {
    return this.kept.current !== undefined
  }

  /** False when nobody took it. */
  async send(payload: string): Promise<boolean> {
    const { current } = this.kept
    if (!current) return false
    const sent = current.sending.then(() =>
      current.client.query('select pg_notify($1, $2)', ['threshold', payload]),
    )
    current.sending = sent.catch(() => undefined)
    try {
      await sent
      return true
    } catch (error) {
      // Read-only since it was moved, or full: another connection may lead to one that takes it.
      if (current === this.kept.current) this.kept.lose(error)
      return false
    }
  }

  /** Makes the connection anew: nothing comes over it. */
  renew(reason: string): void {
    this.kept.lose(new Error(reason))
  }

  async stop(): Promise<void> {
    await this.kept
      .stop()
      ?.client.end()
      .catch(() => undefined)
  }

  private async open(lost: (reason: unknown) => void): Promise<Connection> {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'threshold bus',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      stream: () => socket,
    })
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => this.events?.hear(payload ?? ''))
    try {
      await client.connect()
      await client.query(LISTEN)
    } catch (error) {
      socket.destroy()
      throw error
    }
    client.on('end', () => lost(new Error('the connection has ended')))
    return { client, socket, sending: Promise.resolve() }
  }
}
