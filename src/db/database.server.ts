import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { withTimeout } from '../platform/jobs/with-timeout.ts'
import { StatementNames, statementTimes } from './statements.server.ts'
import type { DB } from './types.ts'

export type DatabaseOptions = {
  /** Maximum number of connections. Defaults to 10. The embedded server allows 60 in total. */
  max?: number
  /** Milliseconds until the server cancels a statement (default: never). The client disconnects 2 s later. */
  statementTimeout?: number
  /** False for connection poolers that do not support named statements, such as PgBouncer before 1.21. */
  namedStatements?: boolean
  /** Called with the server's notices, for example query plans in a test. */
  onNotice?: (message: string) => void
}

/**
 * Returns a Kysely instance whose pool survives server restarts. Returns bigint as number, and timestamps as
 * ISO 8601 in UTC with six decimals, for exact cursors. Names frequent statements, so that the server plans
 * them once per connection. Waits at least 5 s, or `statementTimeout` if longer, for a connection.
 */
export function createDatabase(url: string, options: DatabaseOptions = {}): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: createPool(url, options) }) })
}

function createPool(url: string, options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: Math.max(5000, options.statementTimeout ?? 0),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.statementTimeout && {
      statement_timeout: options.statementTimeout,
      query_timeout: options.statementTimeout + 2000,
    }),
    types: typeParsers(),
    Client: namingClient(options.namedStatements === false ? undefined : new StatementNames()),
  } as pg.PoolConfig)
  // Broken connections need no handling here, because the pool replaces them.
  pool.on('error', () => undefined)
  // Ignored, because the query also rejects with this error. Unhandled, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const { onNotice } = options
  if (onNotice) pool.on('connect', (client) => client.on('notice', ({ message = '' }) => onNotice(message)))
  return pool
}

/** Formats a timestamptz of PostgreSQL as ISO 8601 in UTC with six decimals. */
export function isoTimestamp(text: string): string {
  const [, date, time, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-][\d:]+)$/.exec(text) ?? []
  if (!date) return text // for infinity, and years outside 1–9999
  const decimals = fraction.padEnd(6, '0')
  if (zone === '+00') return `${date}T${time}.${decimals}Z`
  const offset = zone?.length === 3 ? `${zone}:00` : zone
  return `${new Date(`${date}T${time}${offset}`).toISOString().slice(0, 19)}.${decimals}Z`
}

function typeParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides()
  const array = (parse: (text: string) => unknown) => (text: string) => {
    const strings: (string | null)[] = pg.types.getTypeParser(1009 as never)(text) // text[]
    return strings.map((item) => (item === null ? null : parse(item)))
  }
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTimestamp)
  types.setTypeParser(1016, array(Number)) // bigint[]
  types.setTypeParser(1185, array(isoTimestamp)) // timestamptz[]
  return types as pg.CustomTypesConfig
}

const CHANGED_RESULT = 'cached plan must not change result type'

const LATE = 'Query read timeout'

/** Returns a client class that names frequent statements, because Kysely has no option for that. */
function namingClient(names: StatementNames | undefined): typeof pg.Client {
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: combines the nine overloads of pg
    override query(...args: any[]): any {
      const [text, values, callback] = args
      const name =
        typeof text === 'string' && Array.isArray(values) && !callback ? names?.nameOf(text) : undefined
      if (!name) return this.watched(text, (super.query as (...all: unknown[]) => unknown)(...args))
      return this.watched(text, super.query({ name, text, values })).catch((error: Error) => {
        // A migration changed the result type, so all statements must be prepared again.
        if (error.message === CHANGED_RESULT) names?.renew()
        const idle = (this as unknown as { getTransactionStatus(): string }).getTransactionStatus() === 'I'
        if (error.message !== CHANGED_RESULT || !idle) throw error
        return super.query(text, values)
      })
    }

    /** Records the duration. After a timeout, closes the connection, because the driver would reuse it. */
    // biome-ignore lint/suspicious/noExplicitAny: combines the nine overloads of pg
    private watched(text: unknown, result: any): any {
      if (!(result instanceof Promise)) return result
      const began = performance.now()
      return result.then(
        (answer) => {
          if (typeof text === 'string') statementTimes.note(text, performance.now() - began)
          return answer
        },
        (error: Error) => {
          noteDiskFull(error)
          if (error.message === LATE) this.end().catch(() => undefined)
          throw error
        },
      )
    }
  }
}

const DISK_FULL = '53100'

const READY_WITHIN_MS = 2000

let isDiskFull = false

function noteDiskFull(error: unknown): void {
  if ((error as { code?: string }).code === DISK_FULL) isDiskFull = true
}

/** For /readyz: resolves within 2 s if the database responds and, after a full disk, accepts writes again. */
export async function checkDatabase(db: Kysely<DB>): Promise<void> {
  await withTimeout(READY_WITHIN_MS, sql`select 1`.execute(db))
  if (!isDiskFull) return
  await withTimeout(READY_WITHIN_MS, writeSomething(db))
  isDiskFull = false
}

/** Creates a temporary table, because that allocates new pages. An update might reuse existing ones. */
async function writeSomething(db: Kysely<DB>): Promise<void> {
  await sql`create temporary table disk_space on commit drop as select repeat('x', 1000) from generate_series(1, 100)`
    .execute(db)
    .catch((error) => {
      if (error.code !== NO_PERMISSION) throw error
    })
}

/** PostgreSQL's code if the role may not create temporary tables. The check is then inconclusive. */
const NO_PERMISSION = '42501'
