import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { serverUser } from '../binaries.server.ts'
import { DatabaseError } from '../database-error.ts'
import { type Embedded, startEmbedded } from '../embedded.server.ts'
import type { Base } from './bases.server.ts'
import { chooseBase, newestTimeline, type Route } from './choose-base.server.ts'
import { LogFeed, logSources, RESTORE_COMMAND } from './log-feed.server.ts'
import { segmentName } from './segments.ts'
import { own, unpackBase } from './unpack-base.server.ts'

export interface RecoverOptions {
  /** A data folder with nothing in it. */
  folder: string
  /** Of one cluster. */
  store: BackupStore
  /** The moment to go back to; without it as far as the log goes. */
  until: Date | undefined
  /** The same cluster as it is, whose newest log may not be shipped yet; undefined where it is lost. */
  present: string | undefined
  step?: (what: string) => void
}

export interface Recovered {
  database: Embedded
  base: Base
  /** Of the last thing that was committed. */
  last: Date | undefined
}

/** Milliseconds that reading a long log may take. */
const DAY = 24 * 60 * 60 * 1000

/**
 * Makes the database as it was at a moment, from a base and the log behind it, and starts it. Throws DatabaseError where no base
 * is that old, a part of the log is missing, or it ends before the moment.
 */
export async function recover(options: RecoverOptions): Promise<Recovered> {
  const { folder, store, until, present, step = () => undefined } = options
  const sources = await logSources(store, present)
  const timeline = newestTimeline(present ? await readdir(join(present, 'pg_wal')) : sources.keys())
  const route = await chooseBase(store, sources, timeline, until)
  if (!until && route.gap !== undefined) throw new DatabaseError(missing(route))
  const user = serverUser(present && existsSync(present) ? present : join(folder, 'postgres'))
  const cluster = join(folder, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  step(`unpacking ${route.base.name}`)
  await unpackBase(store, route.base, cluster, user)
  await writeFile(join(cluster, 'recovery.signal'), '')
  await own(join(cluster, 'recovery.signal'), user)
  step('reading the log')
  const feed = new LogFeed(folder, sources, user)
  await feed.start()
  try {
    const database = await replay(folder, route, until).catch((error) => {
      throw feed.failure ?? error
    })
    // Without a moment to reach, the server takes a part that came to harm for the end.
    if (!until && feed.failure) {
      await database.stop()
      throw feed.failure
    }
    return { base: route.base, database, last: await lastWrite(database) }
  } finally {
    await feed.stop()
  }
}

/** Resolves when the log was read and the server takes writes. */
async function replay(folder: string, route: Route, until: Date | undefined): Promise<Embedded> {
  try {
    return await startEmbedded(folder, {
      startsWithin: DAY,
      // The log would end at the same place each time.
      tries: 1,
      settings: {
        // It is not asked before it is done, so it may have fewer connections than the server whose log it reads.
        hot_standby: 'off',
        // Where no part of the log is left, it looks again so often (five seconds by default) before it gives up.
        wal_retrieve_retry_interval: '200ms',
        restore_command: RESTORE_COMMAND,
        recovery_target_timeline: String(route.timeline),
        recovery_target_action: 'promote',
        // Names of zones are not known yet when this is read: `Z` is one.
        ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
      },
    })
  } catch (error) {
    if (until && (await hasEnded(folder))) throw new DatabaseError(tooLate(route, until))
    throw error
  }
}

async function lastWrite(database: Embedded): Promise<Date | undefined> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client
    .query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last')
    .finally(() => client.end())
  return rows[0]?.last ?? undefined
}

/** The server gives up then, and would each time that it is started again. */
async function hasEnded(folder: string): Promise<boolean> {
  const log = await readFile(join(folder, 'postgres.log'), 'utf8')
  return log.includes('recovery ended before configured recovery target was reached')
}

function tooLate(route: Route, until: Date): string {
  if (route.gap !== undefined) return missing(route)
  return `The log ends before ${until.toISOString()}: name an earlier moment, or \`--until end\`.`
}

function missing({ base, timeline, gap = 0 }: Route): string {
  const part = segmentName(timeline, gap + 1)
  return `Part ${part} of the log is missing. Name a moment after ${base.stopped_at}, and before what that part holds.`
}
