import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isOutage } from '../platform/outage.ts'
import type { Replica } from './replica.server.ts'
import type { DB } from './types.ts'

/** Reads that the copy gave up, as what they read was removed meanwhile; and what it cannot do, since it only reads. */
const NOT_THERE = /^(40001|40P01|25006|57014)$/

interface Pools {
  primary: pg.Pool
  copy: pg.Pool
}

/**
 * A database for reading: each statement goes to the copy if that has everything this node has heard of, else to the
 * primary. What the copy does not answer the primary is asked as well. `destroy` ends the pool of the copy alone.
 */
export function replicaReads(replica: Replica, pools: Pools): Kysely<DB> {
  const pool = {
    connect: () => connect(replica, pools),
    end: () => pools.copy.end(),
    options: {},
  }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

async function connect(replica: Replica, { primary, copy }: Pools): Promise<PostgresPoolClient> {
  if (await replica.isCurrent()) {
    const client = await copy.connect().catch((error: Error) => replica.fail(error.message))
    if (client) {
      replica.reads++
      return withSecond(client, primary, replica)
    }
  }
  return (await primary.connect()) as unknown as PostgresPoolClient
}

/** A client of the copy that turns to the primary with what the copy does not answer. */
function withSecond(client: pg.PoolClient, primary: pg.Pool, replica: Replica): PostgresPoolClient {
  let isBroken = false
  const query = async (statement: string, parameters: unknown[]) => {
    try {
      return await client.query(statement, parameters)
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      isBroken = isOutage(error)
      if (isBroken) replica.fail(message)
      if (!isBroken && !NOT_THERE.test(code)) throw error
      // In the middle of a transaction nobody can go on elsewhere.
      if (
        !isBroken &&
        (client as unknown as { getTransactionStatus(): string }).getTransactionStatus() !== 'I'
      )
        throw error
      return await primary.query(statement, parameters)
    }
  }
  return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient
}
