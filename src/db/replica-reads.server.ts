import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isOutage } from '../platform/outage.ts'
import { sharedDeadline } from '../platform/tags.server.ts'
import { poolWait } from './pool-wait.server.ts'
import { REPLICA_PATIENCE_MS, type Replica } from './replica.server.ts'
import type { DB } from './types.ts'

/**
 * What the primary is asked instead: reads that the copy broke off, as what they read was removed meanwhile, and what it
 * cannot do, since it only reads. A statement that took too long would take as long there.
 */
const FOR_THE_PRIMARY = /^(40001|40P01|25006)$/

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

/** As `poolWait`: nobody waits for a copy that is left out, however long it takes to say that it is away. */
export function copyWait(replica: Pick<Replica, 'absence'>, copy: pg.Pool): () => number {
  const wait = poolWait(copy)
  return () => (replica.absence === undefined ? wait() : 0)
}

async function connect(replica: Replica, { primary, copy }: Pools): Promise<PostgresPoolClient> {
  const until = sharedDeadline(REPLICA_PATIENCE_MS)
  if (await replica.isCurrent(until)) {
    const client = await freeClient(copy, until).catch((error: Error) => replica.fail(error.message))
    if (client) {
      replica.reads++
      return new CopyClient(client, primary, replica) as unknown as PostgresPoolClient
    }
    if (replica.absence === undefined) replica.late++
  }
  return (await primary.connect()) as unknown as PostgresPoolClient
}

/** Nothing when none is free in time: then it is busy, not away. */
async function freeClient(pool: pg.Pool, until: number): Promise<pg.PoolClient | undefined> {
  const connecting = pool.connect()
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), until - performance.now())
  const client = await Promise.race([connecting, late]).finally(() => clearTimeout(timer))
  // It comes all the same, for whoever asks next.
  if (!client)
    connecting.then(
      (unused) => unused.release(),
      () => undefined,
    )
  return client
}

/** A client of the copy; from what the copy does not answer on, one of the primary. */
class CopyClient {
  private readonly client: pg.PoolClient
  private readonly primary: pg.Pool
  private readonly replica: Replica
  private second: pg.PoolClient | undefined
  private isBroken = false

  constructor(client: pg.PoolClient, primary: pg.Pool, replica: Replica) {
    this.client = client
    this.primary = primary
    this.replica = replica
  }

  async query(statement: string, parameters: unknown[]): Promise<pg.QueryResult> {
    if (this.second) return this.second.query(statement, parameters)
    try {
      return await this.ask(statement, parameters)
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      const isForPrimary = FOR_THE_PRIMARY.test(code)
      this.isBroken = !isForPrimary && isOutage(error)
      if (this.isBroken) this.replica.fail(message)
      // In the middle of a transaction nobody can go on elsewhere.
      if ((!isForPrimary && !this.isBroken) || this.isInTransaction()) throw error
      this.second = await this.primary.connect()
      return await this.second.query(statement, parameters)
    }
  }

  release(): void {
    this.second?.release()
    this.client.release(this.isBroken)
  }

  /** Rejects as soon as the copy says nothing any more, and not when the driver loses its patience. */
  private async ask(statement: string, parameters: unknown[]): Promise<pg.QueryResult> {
    const { promise: silent, reject } = Promise.withResolvers<never>()
    const forget = this.replica.whenSilent(() =>
      reject(Object.assign(new Error('the replica says nothing'), { code: 'ETIMEDOUT' })),
    )
    return Promise.race([this.client.query(statement, parameters), silent]).finally(forget)
  }

  private isInTransaction(): boolean {
    return (this.client as unknown as { getTransactionStatus(): string }).getTransactionStatus() !== 'I'
  }
}
