import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbedded } from '../src/db/embedded.server.ts'
import { migrate } from '../src/db/migrate.server.ts'
import { stopPostmaster } from '../src/db/postmaster.server.ts'
import { removeAfterUs } from '../src/db/temporary.server.ts'
import { clusterIdentifier, noteCluster, openLogStore } from '../src/db/wal/log-store.server.ts'
import { makeBase } from '../src/db/wal/make-base.server.ts'
import { shipLog, spooledLog } from '../src/db/wal/ship.server.ts'
import { archiveSettings } from '../src/db/wal/spool.ts'
import { type Config, loadConfig } from '../src/platform/config.server.ts'
import { query } from '../tests/archives.ts'
import { restoreUntil } from './restore-until.ts'
import type { Undo } from './shutdown.ts'

/** As PostgreSQL gives them. */
const ANOTHER = '7000000000000000001'
let dataDir: string
let config: Config
const undone: Parameters<Undo>[0][] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'threshold-until-'))
  removeAfterUs(dataDir)
  config = loadConfig({ DATA_DIR: dataDir, ARCHIVE_WAL: 'folder' })
})
afterAll(async () => {
  for (const undo of undone) await undo()
  await stopPostmaster(join(dataDir, 'postgres'))
  await rm(dataDir, { recursive: true, force: true })
})

const going = (moment: string, cluster?: string, settings = config) =>
  restoreUntil(settings, { moment, cluster }, (undo) => undone.push(undo))

/** A forum of one member, whose log is kept up to its end. */
async function keepLog(): Promise<string> {
  const cluster = join(dataDir, 'postgres')
  const { url, stop } = await startEmbedded(dataDir, { settings: archiveSettings() })
  await migrate(url)
  const identifier = (await clusterIdentifier(cluster)) as string
  const store = openLogStore(config, identifier)
  await makeBase(url, cluster, store)
  await query(url, "insert into users (email, username) values ('kim@example.org', 'kim')")
  const [row] = await query(url, 'select pg_walfile_name(pg_switch_wal()) as last')
  while (!(await spooledLog(cluster)).includes(row?.last as string)) await sleep(50)
  await shipLog(cluster, store)
  await noteCluster(config, identifier)
  await stop()
  return identifier
}

test('says what is missing before it touches anything', async () => {
  const unset = loadConfig({ DATA_DIR: dataDir })
  await expect(going('end', undefined, unset)).rejects.toThrow('ARCHIVE_WAL is not set')
  await expect(going('2026-11-23 14:30')).rejects.toThrow('2026-11-23 14:30 is no moment')
  await expect(going('yesterday')).rejects.toThrow('yesterday is no moment')
  await expect(going('end')).rejects.toThrow('No log is kept there')
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), '1')
  await expect(going('end')).rejects.toThrow('A forum is running')
  await rm(join(dataDir, 'postgres'), { recursive: true })
})

test('of several databases whose log is kept the lost one is chosen by its identifier', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const identifier = await keepLog()
  await noteCluster(config, ANOTHER)
  await rename(join(dataDir, 'postgres'), join(dataDir, 'lost'))
  const both = [identifier, ANOTHER].toSorted().join(', ')
  await expect(going('end')).rejects.toThrow(
    `Several databases have kept a log there. Choose one with --cluster: ${both}.`,
  )
  await expect(going('end', '7')).rejects.toThrow(`The database 7 has not kept a log there.`)
  await going('end', identifier)
  expect(said.mock.calls.flat()).toContain('All counters equal their sources.')
  expect(await clusterIdentifier(join(dataDir, 'postgres'))).toBe(identifier)
  const { url, stop } = await startEmbedded(dataDir)
  expect(await query(url, 'select username from users')).toEqual([{ username: 'kim' }])
  await stop()
}, 60_000)
