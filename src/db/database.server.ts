import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { within } from '../platform/within.ts'
import { StatementNames, statementTimes } from './statements.server.ts'
import type { DB } from './types.ts'

export type DatabaseOptions = {
  /** Connections at most; default 10. The embedded server gives 60 in all. */
  max?: number
  /**
   * Milliseconds that a statement may take, then the server gives it up; without it as long as it likes. Should the
   * server not even answer that, the connection is cut two seconds later.
   */
  statementTimeout?: number
  /** False for a pooler in transaction mode that does not know named statements: PgBouncer before 1.21. */
  namedStatements?: boolean
  /** Told when an idle connection breaks, as when the database restarts. The pool replaces it by itself. */
  onError?: (error: Error) => void
  /** Told what the server says beside its answers: plans, where a test asks for them. */
  onNotice?: (message: string) => void
}

/**
 * The database as Kysely, over a pool that outlives restarts of the server. `bigint` arrives as number, a
 * timestamp as ISO 8601 in UTC with six decimals (`2026-11-21T07:05:00.123456Z`), so that a cursor loses nothing.
 * A statement that has run often gets a name, so that the server plans it once for each connection.
 * Waits for a connection as long as a statement may take, and at least 5 s. `destroy()` closes the pool.
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
  const report = options.onError ?? (() => undefined)
  pool.on('error', report)
  // A connection that breaks while in use also says so to whom uses it; unheard here, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const { onNotice } = options
  if (onNotice) pool.on('connect', (client) => client.on('notice', ({ message = '' }) => onNotice(message)))
  return pool
}

/** PostgreSQL's text for a timestamp with time zone as ISO 8601 in UTC, always with six decimals. */
export function isoTimestamp(text: string): string {
  const [, date, time, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-][\d:]+)$/.exec(text) ?? []
  if (!date) return text // infinity, or beyond the years 1–9999
  const decimals = fraction.padEnd(6, '0')
  if (zone === '+00') return `${date}T${time}.${decimals}Z`
  const offset = zone?.length === 3 ? `${zone}:00` : zone
  return `${new Date(`${date}T${time}${offset}`).toISOString().slice(0, 19)}.${decimals}Z`
}

function typeParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides()
  const array = (parse: (text: string) => unknown) => (text: string) => arrayOf(text, parse)
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTimestamp)
  types.setTypeParser(1016, array(Number)) // bigint[]
  types.setTypeParser(1185, array(isoTimestamp)) // timestamptz[]
  return types as pg.CustomTypesConfig
}

function arrayOf(text: string, parse: (text: string) => unknown): unknown[] {
  const strings: (string | null)[] = pg.types.getTypeParser(1009 as never)(text) // text[]
  return strings.map((item) => (item === null ? null : parse(item)))
}

const CHANGED_RESULT = 'cached plan must not change result type'

const LATE = 'Query read timeout'

/** A `pg` client that names statements with parameters; Kysely offers no place to do so. */
function namingClient(names: StatementNames | undefined): typeof pg.Client {
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg's nine overloads in one
    override query(...args: any[]): any {
      const [text, values, callback] = args
      const name =
        typeof text === 'string' && Array.isArray(values) && !callback ? names?.nameOf(text) : undefined
      if (!name) return this.watched(text, (super.query as (...all: unknown[]) => unknown)(...args))
      return this.watched(text, super.query({ name, text, values })).catch((error: Error) => {
        // Somebody migrated under a running node: every connection prepares its statements anew.
        if (error.message === CHANGED_RESULT) names?.renew()
        const idle = (this as unknown as { getTransactionStatus(): string }).getTransactionStatus() === 'I'
        if (error.message !== CHANGED_RESULT || !idle) throw error
        return super.query(text, values)
      })
    }

    /**
     * Notes what it took. The driver gives a late statement up, but would hand its connection on, which still waits for the
     * answer.
     */
    // biome-ignore lint/suspicious/noExplicitAny: pg's nine overloads in one
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

/** PostgreSQL's code for a disk without space. */
const DISK_FULL = '53100'

let isDiskFull = false

/** Remembers that the database refused a write because its disk is full. Other errors change nothing. */
function noteDiskFull(error: unknown): void {
  if ((error as { code?: string }).code === DISK_FULL) isDiskFull = true
}

/**
 * Resolves when the database answers and, if it lately refused a write for lack of disk space, accepts one again. Rejects
 * otherwise, and after `timeout` ms (2,000). For /readyz.
 */
export async function checkDatabase(db: Kysely<DB>, timeout = 2000): Promise<void> {
  await within(timeout, sql`select 1`.execute(db))
  if (!isDiskFull) return
  await within(timeout, writeSomething(db))
  isDiskFull = false
}

/** A temporary table takes new pages from the disk, unlike an update, which may fit into a page that is there. */
async function writeSomething(db: Kysely<DB>): Promise<void> {
  await sql`create temporary table disk_space on commit drop as select repeat('x', 1000) from generate_series(1, 100)`
    .execute(db)
    .catch((error) => {
      if (error.code !== NO_PERMISSION) throw error
    })
}

/** PostgreSQL's code where the forum's role may not make temporary tables: then nothing is known. */
const NO_PERMISSION = '42501'
