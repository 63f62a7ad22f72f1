import { Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../log.server.ts'
import type { Transport, TransportEvents } from './bus-transport.ts'

const TIMEOUT_MS = 5000
const RECONNECT_MS = 500

/** Turns off `synchronous_commit`: messages need not survive a crash, and NOTIFY gets faster. */
const LISTEN = 'set synchronous_commit = off; listen threshold'

interface Connection {
  client: pg.Client
  socket: Socket
  sending: Promise<unknown>
}

/** Sends bus messages over PostgreSQL's LISTEN/NOTIFY, on its own connection. */
export class PostgresTransport implements Transport {
  private readonly url: string
  private readonly log: Pick<Log, 'warn' | 'info'>
  private events: TransportEvents | undefined
  private connection: Connection | undefined
  private retry: ReturnType<typeof setTimeout> | undefined
  private isStopped = false

  constructor(url: string, log: Pick<Log, 'warn' | 'info'>) {
    this.url = url
    this.log = log
  }

  async start(events: TransportEvents): Promise<void> {
    this.events = events
    await this.connect()
  }

  get isConnected(): boolean {
    return this.connection !== undefined
  }

  async send(payload: string): Promise<void> {
    const { connection } = this
    if (!connection) throw new Error('not connected to the database')
    const { client } = connection
    // Sends one query at a time, because a future version of the driver will refuse concurrent queries.
    const sent = connection.sending.then(() =>
      client.query('select pg_notify($1, $2)', ['threshold', payload]),
    )
    connection.sending = sent.catch(() => undefined)
    try {
      await sent
    } catch (error) {
      // Reconnects to reach the primary, because a server may be read-only after a failover.
      this.lose(client, error)
      throw error
    }
  }

  reconnect(): void {
    if (this.connection) this.lose(this.connection.client, new Error('no messages are received'))
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.retry)
    const { connection } = this
    this.connection = undefined
    await connection?.client.end().catch(() => undefined)
  }

  private async connect(): Promise<void> {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'threshold bus',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      stream: () => socket,
    })
    client.on('error', () => undefined)
    client.on('notification', ({ payload }) => this.events?.received(payload ?? ''))
    client.on('end', () => this.lose(client, new Error('the connection was closed')))
    try {
      await client.connect()
      await client.query(LISTEN)
      if (this.isStopped || socket.destroyed) throw new Error('the connection was closed')
    } catch (error) {
      socket.destroy()
      throw error
    }
    this.connection = { client, socket, sending: Promise.resolve() }
  }

  private lose(client: pg.Client, error: unknown): void {
    if (this.connection?.client !== client) return
    // Destroys the socket, because closing the connection properly would wait for the server.
    this.connection.socket.destroy()
    this.connection = undefined
    this.log.warn({ err: error }, 'lost the database connection for messages between nodes')
    this.events?.lost()
    this.reconnectLater()
  }

  private reconnectLater(): void {
    if (this.isStopped) return
    this.retry = setTimeout(() => {
      this.connect().then(
        () => {
          this.log.info('messages between nodes are received over the database again')
          this.events?.connected()
        },
        () => this.reconnectLater(),
      )
    }, RECONNECT_MS).unref()
  }
}
