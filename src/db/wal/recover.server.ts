import { createWriteStream, existsSync } from 'node:fs'
import { chown, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { extract } from 'tar-stream'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { serverUser, type User } from '../binaries.server.ts'
import { DatabaseError } from '../database-error.ts'
import { type Embedded, startEmbedded } from '../embedded.server.ts'
import { type Base, filesOf, isBefore, listBases } from './bases.server.ts'
import { packed } from './ship.server.ts'
import { isOfLog, isSegment, SPOOL } from './spool.ts'

export interface RecoverOptions {
  /** A data folder with nothing in it. */
  folder: string
  store: BackupStore
  /** The moment to go back to; without it as far as the log goes. */
  until: Date | undefined
  /** The cluster that is there, whose newest log may not be shipped yet. */
  present: string
  step?: (what: string) => void
}

export interface Recovered {
  database: Embedded
  base: Base
  /** Of the last thing that was committed. */
  last: Date | undefined
}

/** Where the log is unpacked, beside the cluster. */
const LOG = 'wal'
/** Milliseconds that reading a long log may take. */
const DAY = 24 * 60 * 60 * 1000

/**
 * Makes the database as it was at a moment, from a base and the log behind it, and starts it. Throws DatabaseError where no base
 * is that old, or the log ends before the moment.
 */
export async function recover(options: RecoverOptions): Promise<Recovered> {
  const { folder, store, until, present, step = () => undefined } = options
  const base = await chooseBase(store, until)
  const user = serverUser(existsSync(present) ? present : join(folder, 'postgres'))
  const cluster = join(folder, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  step(`unpacking ${base.name}`)
  await unpackBase(store, base, cluster, user)
  step('unpacking the log')
  await unpackLog(options, base, user)
  await writeFile(join(cluster, 'recovery.signal'), '')
  await own(join(cluster, 'recovery.signal'), user)
  step('reading the log')
  return { base, ...(await replay(folder, until)) }
}

async function chooseBase(store: BackupStore, until: Date | undefined): Promise<Base> {
  const bases = await listBases(store)
  const [oldest] = bases
  if (!oldest)
    throw new DatabaseError(
      'No base is kept with the log: ARCHIVE_WAL was not on, or for less than a minute.',
    )
  const base = bases.findLast(({ stopped_at }) => !until || new Date(stopped_at) <= until)
  if (!base) throw new DatabaseError(`The oldest moment that is kept is ${oldest.stopped_at}.`)
  return base
}

/** Names as PostgreSQL has them in its folder. */
const ENTRY = /^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*\/?$/

async function unpackBase(
  store: BackupStore,
  base: Base,
  cluster: string,
  user: User | undefined,
): Promise<void> {
  await mkdir(cluster, { mode: 0o700 })
  await own(cluster, user)
  const tar = extract()
  const source = await store.read(filesOf(base.name).archive)
  const unpacking = pipeline(source, createZstdDecompress(), tar)
  unpacking.catch((error) => tar.destroy(error))
  for await (const entry of tar) {
    const { name, type } = entry.header
    if (!ENTRY.test(name) || (type !== 'file' && type !== 'directory'))
      throw new DatabaseError(
        `${base.name} has an entry that no base has: ${JSON.stringify(name.slice(0, 100))}.`,
      )
    const path = join(cluster, name)
    if (type === 'directory') {
      await mkdir(path, { mode: 0o700 })
      entry.resume()
    } else await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    await own(path, user)
  }
  await unpacking
}

/** From the base on: what was shipped, and what of the cluster that is there was not. */
async function unpackLog(
  { folder, store, present }: RecoverOptions,
  base: Base,
  user: User | undefined,
): Promise<void> {
  const log = join(folder, LOG)
  await mkdir(log, { mode: 0o750 })
  await own(log, user)
  const isWanted = (name: string) => isOfLog(name) && !(isSegment(name) && isBefore(name, base.first_segment))
  for (const file of await store.names()) {
    const name = file.replace(/\.zst$/, '')
    if (file !== packed(name) || !isWanted(name)) continue
    const path = join(log, name)
    await pipeline(await store.read(file), createZstdDecompress(), createWriteStream(path, { mode: 0o600 }))
    await own(path, user)
  }
  for (const place of [join(present, SPOOL), join(present, 'pg_wal')])
    for (const name of await readdir(place).catch(() => [])) {
      const path = join(log, name)
      if (!isWanted(name) || existsSync(path)) continue
      await copyFile(join(place, name), path)
      await own(path, user)
    }
}

async function own(path: string, user: User | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}

async function replay(
  folder: string,
  until: Date | undefined,
): Promise<Pick<Recovered, 'database' | 'last'>> {
  let lost: Error | undefined
  const database = await startEmbedded(folder, {
    startsWithin: DAY,
    // The log would end at the same place each time.
    tries: 1,
    settings: {
      // Where no file of the log is left, it looks again so often (five seconds by default) before it gives up.
      wal_retrieve_retry_interval: '200ms',
      restore_command: `cp "../${LOG}/%f" "%p"`,
      recovery_target_action: 'promote',
      // Names of zones are not known yet when this is read: `Z` is one.
      ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
    },
    onLost: (error) => {
      lost = error
    },
  }).catch(async (error) => {
    throw until && (await hasEnded(folder)) ? tooLate(until) : error
  })
  try {
    while (await isRecovering(database.url)) {
      if (lost) throw lost
      if (until && (await hasEnded(folder))) throw tooLate(until)
      await sleep(200)
    }
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client
      .query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last')
      .finally(() => client.end())
    await rm(join(folder, LOG), { recursive: true })
    return { database, last: rows[0]?.last ?? undefined }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Also while it cannot be asked: it is starting, or has given up and is being started again. */
async function isRecovering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as recovering')
    return rows[0].recovering
  } catch {
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The server gives up then, and would each time that it is started again. */
async function hasEnded(folder: string): Promise<boolean> {
  const log = await readFile(join(folder, 'postgres.log'), 'utf8')
  return log.includes('recovery ended before configured recovery target was reached')
}

function tooLate(until: Date): DatabaseError {
  return new DatabaseError(
    `The log ends before ${until.toISOString()}: name an earlier moment, or \`--until end\`.`,
  )
}
