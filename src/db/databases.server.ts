import type { Config } from '../platform/config.server.ts'
import { createDatabase } from './database.server.ts'

/** Connections: of members, of guests, of jobs. With those of bus and queue a node has 21; the embedded server takes 60. */
const MEMBERS = 10
const VISITORS = 5
const JOBS = 2
/** Milliseconds that a statement of a request may take: the slowest takes a twentieth of it. */
const STATEMENT_TIMEOUT = 5000

/** The connections of a process, each kind of its own (context.server.ts says what for). */
export function databases(config: Config) {
  // A pooler stands in between. PgBouncer before 1.21 does not support named statements.
  const namedStatements = config.DATABASE_DIRECT_URL === config.DATABASE_URL
  const pool = (max: number) =>
    createDatabase(config.DATABASE_URL, { max, namedStatements, statementTimeout: STATEMENT_TIMEOUT })
  return {
    db: pool(MEMBERS),
    visitorDb: pool(VISITORS),
    backgroundDb: createDatabase(config.DATABASE_URL, { max: JOBS, namedStatements }),
  }
}
