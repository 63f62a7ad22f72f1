import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackupStore, openBackupStore } from '../backup/backup-store.server.ts'
import { DatabaseError } from '../database-error.ts'
import { type Embedded, startEmbedded } from '../embedded.server.ts'
import { removeAfterUs } from '../temporary.server.ts'
import { filesOf, listBases } from './bases.server.ts'
import { makeBase } from './make-base.server.ts'
import { recover } from './recover.server.ts'
import { isSegment, segmentName } from './segments.ts'
import { packed, shipHistories, shipLog, spooledLog, waitingLog } from './ship.server.ts'
import { archiveSettings } from './spool.ts'

let dataDir: string
let cluster: string
let store: BackupStore
let database: Embedded
let client: pg.Client
const moments: Record<string, Date> = {}
/** More than a server has that reads its log again. */
const settings = { ...archiveSettings(), max_connections: '90' }

/** A forum that keeps its log: things happen before a base, after it, and when nothing is shipped any more. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'threshold-wal-'))
  removeAfterUs(dataDir)
  cluster = join(dataDir, 'postgres')
  store = openBackupStore({ DATA_DIR: dataDir, BACKUP_TO: undefined } as never, 'wal')
  await open()
  await client.query('create table things (name text primary key)')
  await happens('long ago')
  await writeFile(join(cluster, 'postgresql.conf~'), '')
  await makeBase(database.url, cluster, store)
  await happens('a week ago')
  await happens('yesterday')
  await shipAll()
  await happens('just now')
  await close()
}, 60_000)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function open(): Promise<void> {
  database = await startEmbedded(dataDir, { settings })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
}

async function close(): Promise<void> {
  await client.end()
  await database.stop()
}

async function happens(name: string): Promise<void> {
  await client.query('insert into things values ($1)', [name])
  await sleep(20)
  moments[name] = new Date()
  await sleep(20)
}

async function shipAll(): Promise<void> {
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as last')
  while (!(await spooledLog(cluster)).includes(rows[0].last)) await sleep(50)
  await shipLog(cluster, store)
}

type Going = { until?: Date | undefined; isLost?: boolean; isKept?: boolean }

/** What is there after going back; `isLost`: without the cluster that was there; `isKept`: it takes its place. */
async function goneBackTo({ until, isLost = false, isKept = false }: Going): Promise<string[]> {
  const folder = join(dataDir, 'restoring')
  await rm(folder, { recursive: true, force: true })
  const recovered = await recover({ folder, store, until, present: isLost ? undefined : cluster })
  const other = new pg.Client({ connectionString: recovered.database.url })
  try {
    await other.connect()
    // It takes writes: it is no copy any more.
    await other.query('create table if not exists after_it ()')
    expect(existsSync(join(folder, 'wal'))).toBe(false)
    return (await other.query('select name from things order by ctid')).rows.map(({ name }) => name)
  } finally {
    await other.end()
    await recovered.database.stop()
    if (isKept) {
      await rename(cluster, join(dataDir, 'former'))
      await rename(join(folder, 'postgres'), cluster)
    }
    await rm(folder, { recursive: true })
  }
}

test('goes back to a moment after the base', async () => {
  expect(await goneBackTo({ until: moments['a week ago'] })).toEqual(['long ago', 'a week ago'])
}, 60_000)

test('goes as far as the log does, also where the newest was not shipped', async () => {
  expect(await goneBackTo({})).toEqual(['long ago', 'a week ago', 'yesterday', 'just now'])
}, 60_000)

test('refuses what is older than the oldest base, and says what the oldest moment is', async () => {
  const [base] = await listBases(store)
  const going = goneBackTo({ until: moments['long ago'] })
  await expect(going).rejects.toThrow(
    new DatabaseError(`The oldest moment that is kept is ${base?.stopped_at}.`),
  )
})

test('says so where the log ends before the moment', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  await expect(goneBackTo({ until: tomorrow })).rejects.toThrow('The log ends before')
}, 120_000)

test('a part that is missing is not passed over', async () => {
  const later = segmentName(1, 99)
  await store.write(packed(later), (output) => finished(output.end('x')))
  await expect(goneBackTo({})).rejects.toThrow(/^Part 0000000100000000000000\w\w of the log is missing/)
  await store.remove(packed(later))
})

test('a base that came to harm is refused', async () => {
  const [base] = await listBases(store)
  const { archive } = filesOf(base?.name as string)
  const whole = await buffer(await store.read(archive))
  const write = (bytes: Buffer) => store.write(archive, (output) => finished(output.end(bytes)))
  await write(Buffer.concat([whole, Buffer.from('x')]))
  await expect(goneBackTo({})).rejects.toThrow()
  await write(whole.subarray(0, -1))
  await expect(goneBackTo({})).rejects.toThrow()
  await write(whole)
}, 60_000)

test('what was given up by going back stays so, also when the database is lost afterwards', async () => {
  await goneBackTo({ until: moments['a week ago'], isKept: true })
  await open()
  await happens('another life')
  await shipHistories(cluster, store, await store.names())
  await shipAll()
  await close()
  const expected = ['long ago', 'a week ago', 'another life']
  expect(await goneBackTo({})).toEqual(expected)
  expect(await goneBackTo({ isLost: true })).toEqual(expected)
  expect((await store.names()).filter((name) => name.endsWith('.history.zst'))).toEqual([
    '00000002.history.zst',
  ])
}, 90_000)

test('what the server could not copy waits, too', async () => {
  const before = await waitingLog(cluster)
  const status = join(cluster, 'pg_wal/archive_status')
  await writeFile(join(status, `${segmentName(2, 99)}.ready`), '')
  expect(await waitingLog(cluster)).toBe(before + 1)
  expect((await readdir(status)).length).toBeGreaterThan(0)
  expect((await spooledLog(cluster)).every(isSegment)).toBe(true)
})
