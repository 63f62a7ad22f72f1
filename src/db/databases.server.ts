import { Kysely, PostgresDialect } from 'kysely'
import type { Config } from '../platform/config.server.ts'
import type { Pressure } from '../platform/pressure.server.ts'
import { createDatabase, createPool } from './database.server.ts'
import { poolWait } from './pool-wait.server.ts'
import type { DB } from './types.ts'

/** Connections: of members, of guests, of jobs. With those of bus and queue a node has 21; the embedded server takes 60. */
const MEMBERS = 10
const VISITORS = 5
const JOBS = 2
/** Milliseconds that a statement of a request may take: the slowest takes a twentieth of it. */
const STATEMENT_TIMEOUT = 5000

/** The connections of a process, each kind of its own (context.server.ts says what for). */
export function databases(config: Config, pressure: Pressure) {
  const namedStatements = config.DATABASE_STATEMENT_NAMES
  const pool = (max: number) => {
    const made = createPool(config.DATABASE_URL, {
      max,
      namedStatements,
      statementTimeout: STATEMENT_TIMEOUT,
    })
    pressure.watch('database', poolWait(made))
    return new Kysely<DB>({ dialect: new PostgresDialect({ pool: made }) })
  }
  return {
    db: pool(MEMBERS),
    visitorDb: pool(VISITORS),
    backgroundDb: createDatabase(config.DATABASE_URL, { max: JOBS, namedStatements }),
  }
}
