import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Config } from '../../platform/config.server.ts'
import { gauge } from '../../platform/metrics.server.ts'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { type Embedded, startEmbedded } from '../embedded.server.ts'
import { removeAfterUs } from '../temporary.server.ts'
import { listBases } from './bases.server.ts'
import { handleLogJobs } from './jobs.server.ts'
import { LogKeeper } from './log-keeper.server.ts'
import { clusterIdentifier, keptClusters, openLogStore } from './log-store.server.ts'
import { isSegment } from './segments.ts'
import { spooledLog } from './ship.server.ts'
import { archiveSettings } from './spool.ts'

vi.mock('../../platform/metrics.server.ts', async (load) => ({ ...(await load<object>()), gauge: vi.fn() }))

let dataDir: string
let cluster: string
let database: Embedded
let client: pg.Client
let config: Config
let store: BackupStore
const log = { info: vi.fn(), error: vi.fn() }

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'threshold-keeper-'))
  removeAfterUs(dataDir)
  cluster = join(dataDir, 'postgres')
  database = await startEmbedded(dataDir, { settings: archiveSettings() })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  config = { DATA_DIR: dataDir, ARCHIVE_WAL: 'folder', DATABASE_DIRECT_URL: database.url } as Config
  store = openLogStore(config, (await clusterIdentifier(cluster)) as string)
}, 60_000)
afterAll(async () => {
  await client.end()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const keeper = () => new LogKeeper(config, cluster, log as never)

async function finishSegment(): Promise<void> {
  await client.query('create table if not exists things ()')
  await client.query('drop table things')
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as last')
  while (!(await spooledLog(cluster)).includes(rows[0].last)) await sleep(20)
}

test('keeps the log of a cluster apart from that of others, under its own name', async () => {
  const { rows } = await client.query('select system_identifier::text as own from pg_control_system()')
  expect(await clusterIdentifier(cluster)).toBe(rows[0].own)
  expect(await clusterIdentifier(dataDir)).toBeUndefined()
  await keeper().keep()
  expect(await keptClusters(config)).toEqual([rows[0].own])
})

test('makes a base at first, and no other while the log leads on from it', async () => {
  expect(await listBases(store)).toHaveLength(1)
  const one = keeper()
  await finishSegment()
  await one.keep()
  await finishSegment()
  await one.keep()
  await keeper().keep()
  expect(await listBases(store)).toHaveLength(1)
  expect(one.age()).toBeLessThan(10)
})

test('makes a base at once where a part is missing', async () => {
  const shipped = (await store.names()).map((name) => name.slice(0, 24)).filter(isSegment)
  await store.remove(`${shipped.toSorted().at(-1)}.zst`)
  await finishSegment()
  // Names of bases are to the second.
  await sleep(1000)
  await keeper().keep()
  expect(await listBases(store)).toHaveLength(2)
})

test('tries a base that failed again after an hour, ships the log meanwhile, and gets older', async () => {
  const [base] = await listBases(store)
  for (const file of [`${base?.name}.json`]) await store.remove(file)
  for (const { name } of await listBases(store)) await store.remove(`${name}.json`)
  const one = new LogKeeper(
    { ...config, DATABASE_DIRECT_URL: 'postgresql://127.0.0.1:1/none' },
    cluster,
    log as never,
  )
  await expect(one.keep()).rejects.toThrow()
  expect(log.error).toHaveBeenCalledOnce()
  await finishSegment()
  await one.keep()
  expect(await spooledLog(cluster)).toEqual([])
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_700_000)
  expect(one.age()).toBeGreaterThan(3600)
  await expect(one.keep()).rejects.toThrow()
})

test('of the processes on one port only the one that does jobs tells how the log is kept', async () => {
  const every = vi.fn()
  const told = vi.mocked(gauge)
  told.mockClear()
  const handle = (ROLE: 'web' | 'all') =>
    handleLogJobs({ config: { ...config, ROLE }, log: log as never }, { every })
  handle('web')
  expect(told).not.toHaveBeenCalled()
  handle('all')
  expect(told.mock.calls.map(([name]) => name)).toEqual(['wal_waiting', 'wal_kept_age_seconds'])
  expect(every).toHaveBeenCalledWith('* * * * *', expect.anything(), expect.anything())
})
