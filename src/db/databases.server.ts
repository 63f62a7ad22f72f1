import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Config } from '../platform/config.server.ts'
import type { Log } from '../platform/log.server.ts'
import { gauge } from '../platform/metrics.server.ts'
import type { Pressure } from '../platform/pressure.server.ts'
import { createDatabase, createPool } from './database.server.ts'
import { poolWait } from './pool-wait.server.ts'
import { type Replica, replicaOf } from './replica.server.ts'
import { copyWait, replicaReads } from './replica-reads.server.ts'
import type { DB } from './types.ts'

/** Connections: of members, of guests, of jobs. With those of bus and queue a node has 21; the embedded server takes 60. */
const MEMBERS = 10
const VISITORS = 5
const JOBS = 2
/** Of what guests read from a replica, besides. */
const READERS = 10
/** Milliseconds that a statement of a request may take: the slowest takes a twentieth of it. */
const STATEMENT_TIMEOUT = 5000

/** The connections of a process, each kind of its own (context.server.ts says what for). */
export function databases(config: Config, log: Log, pressure: Pressure) {
  const namedStatements = config.DATABASE_STATEMENT_NAMES
  const limited = (max: number) => ({ max, namedStatements, statementTimeout: STATEMENT_TIMEOUT })
  const visitorPool = createPool(config.DATABASE_URL, limited(VISITORS))
  const memberPool = createPool(config.DATABASE_URL, limited(MEMBERS))
  for (const pool of [visitorPool, memberPool]) pressure.watch('database', poolWait(pool))
  const over = (pool: Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const visitorDb = over(visitorPool)
  const replica = measuredReplica(config, log)
  const lag = () => replica?.lag ?? 0
  const isLeftOut = () => Number(replica?.absence !== undefined)
  gauge('replica_lag_seconds', 'Since the oldest thing was written that the replica lacks', lag, {
    of: 'max',
  })
  gauge(
    'replica_left_out',
    '1 while guests read from the primary: the replica is away or far behind',
    isLeftOut,
    { of: 'max' },
  )
  const readDb = () => {
    if (!replica) return visitorDb
    const copy = createPool(config.DATABASE_REPLICA_URL ?? '', limited(READERS))
    pressure.watch('database', copyWait(replica, copy))
    return replicaReads(replica, { primary: visitorPool, copy })
  }
  return {
    db: over(memberPool),
    visitorDb,
    readDb: readDb(),
    backgroundDb: createDatabase(config.DATABASE_URL, { max: JOBS, namedStatements }),
    replica,
  }
}

function measuredReplica(config: Config, log: Log): Replica | undefined {
  const { DATABASE_REPLICA_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_LAG } = config
  if (!DATABASE_REPLICA_URL) return undefined
  const options = { maxLag: DATABASE_REPLICA_LAG, log }
  const replica = replicaOf(DATABASE_DIRECT_URL, DATABASE_REPLICA_URL, options)
  gauge('replica_reads', 'Reads of the replica', () => replica.reads)
  gauge(
    'replica_late_reads',
    'Reads of the primary, as the replica lacked what was just written',
    () => replica.late,
  )
  return replica
}
