import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackupStore, openBackupStore } from '../backup/backup-store.server.ts'
import { DatabaseError } from '../database-error.ts'
import { type Embedded, startEmbedded } from '../embedded.server.ts'
import { removeAfterUs } from '../temporary.server.ts'
import { filesOf, listBases, removeOld } from './bases.server.ts'
import { makeBase } from './make-base.server.ts'
import { recover } from './recover.server.ts'
import { shipLog } from './ship.server.ts'
import { archiveSettings, SPOOL } from './spool.ts'

let dataDir: string
let cluster: string
let store: BackupStore
let database: Embedded
let client: pg.Client
const moments: Record<string, Date> = {}

/** A forum that keeps its log: things happen before a base, after it, and when nothing is shipped any more. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'threshold-wal-'))
  removeAfterUs(dataDir)
  cluster = join(dataDir, 'postgres')
  store = openBackupStore({ DATA_DIR: dataDir, BACKUP_TO: undefined } as never, 'wal')
  database = await startEmbedded(dataDir, { settings: archiveSettings() })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('create table things (name text primary key)')
  await happens('long ago')
  await makeBase(database.url, cluster, store)
  await happens('a week ago')
  await happens('yesterday')
  await client.query('select pg_switch_wal()')
  while ((await readdir(join(cluster, SPOOL))).filter((name) => name.length === 24).length < 2)
    await sleep(50)
  expect(await shipLog(cluster, store)).toBeGreaterThan(1)
  await happens('just now')
  await client.end()
  await database.stop()
}, 60_000)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function happens(name: string): Promise<void> {
  await client.query('insert into things values ($1)', [name])
  await sleep(20)
  moments[name] = new Date()
  await sleep(20)
}

async function goneBackTo(until: Date | undefined): Promise<string[]> {
  const folder = join(dataDir, 'restoring')
  const recovered = await recover({ folder, store, until, present: cluster })
  const other = new pg.Client({ connectionString: recovered.database.url })
  try {
    await other.connect()
    // It takes writes: it is no copy any more.
    await other.query('create table after_it ()')
    expect(existsSync(join(folder, 'wal'))).toBe(false)
    return (await other.query('select name from things order by ctid')).rows.map(({ name }) => name)
  } finally {
    await other.end()
    await recovered.database.stop()
    await rm(folder, { recursive: true })
  }
}

test('goes back to a moment after the base', async () => {
  expect(await goneBackTo(moments['a week ago'])).toEqual(['long ago', 'a week ago'])
}, 60_000)

test('goes as far as the log does, also where the newest was not shipped', async () => {
  expect(await goneBackTo(undefined)).toEqual(['long ago', 'a week ago', 'yesterday', 'just now'])
}, 60_000)

test('refuses what is older than the oldest base, and says what the oldest moment is', async () => {
  const [base] = await listBases(store)
  const going = goneBackTo(moments['long ago'])
  await expect(going).rejects.toThrow(
    new DatabaseError(`The oldest moment that is kept is ${base?.stopped_at}.`),
  )
})

test('says so where the log ends before the moment', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  await expect(goneBackTo(tomorrow)).rejects.toThrow('The log ends before')
  await rm(join(dataDir, 'restoring'), { recursive: true })
}, 120_000)

test('a copy that was cut short is no base, and what no base needs goes', async () => {
  const [base] = await listBases(store)
  const others = ['base-2031-01-01T00-00-00Z', 'base-2032-01-01T00-00-00Z', 'base-2033-01-01T00-00-00Z']
  const first_segment = '0000000100000000000000FF'
  for (const name of others) {
    const notes = { format: 1, postgresql: 180000, stopped_at: '2033-01-01T00:00:00.000Z', first_segment }
    await store.write(filesOf(name).archive, (output) => finished(output.end('x')))
    if (name === others[2]) continue
    await store.write(filesOf(name).notes, (output) => finished(output.end(JSON.stringify(notes))))
  }
  expect((await listBases(store)).map(({ name }) => name)).toEqual([base?.name, others[0], others[1]])
  await removeOld(store)
  expect(await listBases(store)).toHaveLength(3)
  const notes = { format: 1, postgresql: 180000, stopped_at: '2033-01-01T00:00:00.000Z', first_segment }
  await store.write(filesOf(others[2] as string).notes, (output) =>
    finished(output.end(JSON.stringify(notes))),
  )
  expect(await removeOld(store)).toBeGreaterThan(2)
  expect((await listBases(store)).map(({ name }) => name)).toEqual(others)
  expect((await store.names()).filter((name) => /^[0-9A-F]{24}\.zst$/.test(name))).toEqual([])
})
