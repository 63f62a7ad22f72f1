import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import { startStorageServer } from '../../../tests/storage-server.ts'
import { ResponseCache } from '../../platform/cache/response-cache.server.ts'
import { loadConfig, publicSettings } from '../../platform/config/config.server.ts'
import { Files } from '../../platform/files/files.server.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import { createLog } from '../../platform/log.server.ts'
import { metrics } from '../../platform/metrics.server.ts'
import { archiveName } from './archive-name.ts'
import { openBackupStore } from './backup-store.server.ts'
import { handleBackupJobs } from './jobs.server.ts'
import { verifyArchive } from './read-archive.server.ts'

let folder: string
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-backup-jobs-'))
  url = (await testDatabase()).url
})
afterAll(() => rm(folder, { recursive: true }))

async function metric(name: string): Promise<number | undefined> {
  const config = loadConfig({ METRICS_TOKEN: 'a token of the test' })
  const app = metrics({ config, responseCache: new ResponseCache() })
  const headers = { authorization: `Bearer ${config.METRICS_TOKEN}` }
  const text = await (await app.request('/metrics', { headers })).text()
  const [, value] = new RegExp(`^${name} (\\d+)$`, 'm').exec(text) ?? []
  return value === undefined ? undefined : Number(value)
}

function register(env: Record<string, string>, signal?: AbortSignal) {
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent', ...env })
  const log = createLog(config)
  const error = vi.spyOn(log, 'error')
  const every = vi.fn<Jobs['every']>()
  handleBackupJobs({ config, files: new Files(config), log }, { every })
  const [cron, , work] = every.mock.calls[0] ?? []
  return { cron, work: () => work?.(signal) as Promise<void>, error }
}

test('without a schedule there is none, nor one from before', () => {
  expect(register({})).toMatchObject({ cron: undefined })
})

test('at its times a whole backup is made, and those go that are too many', async () => {
  const { cron, work } = register({ BACKUP_SCHEDULE: '20 3 * * *', BACKUP_KEEP: '2 daily' })
  expect(cron).toBe('20 3 * * *')
  const kept = join(folder, 'backups')
  await mkdir(kept)
  const old = [1, 2, 3].map((back) => archiveName(new Date(Date.now() - back * 24 * 60 * 60 * 1000)))
  for (const name of [...old, 'notes.txt']) await writeFile(join(kept, name), '')
  await work()
  const names = await readdir(kept)
  expect(names).toHaveLength(3)
  expect(names).toEqual(expect.arrayContaining([old[0], 'notes.txt']))
  const [made = ''] = names.filter((name) => name !== old[0] && name !== 'notes.txt')
  const { manifest } = await verifyArchive(join(kept, made))
  expect(manifest.tables.length).toBeGreaterThan(50)
})

test('one that fails is an error in the log, leaves nothing half, and removes nothing', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { work, error } = register({ BACKUP_SCHEDULE: '20 3 * * *', BACKUP_TO: join(file, 'below') })
  await expect(work()).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect(error).toHaveBeenCalledWith({ err: expect.any(Error) }, 'the backup failed')
})

test('a folder that takes no file fails the backup and nothing else, and the metrics count it', async () => {
  const { work, error } = register({ BACKUP_SCHEDULE: '20 3 * * *', BACKUP_TO: '/proc/self' })
  for (const failed of [1, 2]) {
    await expect(work()).rejects.toMatchObject({ syscall: 'open' })
    expect(await metric('backups_failed')).toBe(failed)
  }
  expect(error).toHaveBeenCalledTimes(2)
})

test('old ones that cannot be removed are an error of their own: the backup is made, and made once', async () => {
  const kept = join(folder, 'stuck')
  const old = archiveName(new Date(0))
  await mkdir(join(kept, old), { recursive: true }) // a folder, which cannot be removed like a file
  const { work, error } = register({
    BACKUP_SCHEDULE: '20 3 * * *',
    BACKUP_TO: kept,
    BACKUP_KEEP: '1 daily',
  })
  await work()
  expect(await readdir(kept)).toHaveLength(2)
  expect(error.mock.calls.map(([, words]) => words)).toEqual([
    'backups that are too many could not be removed',
  ])
  expect(await metric('backups_failed')).toBe(0)
})

test('a stop breaks it off in order, with nothing left, and is no failure', async () => {
  const kept = join(folder, 'stopped')
  const { work, error } = register({ BACKUP_SCHEDULE: '20 3 * * *', BACKUP_TO: kept }, AbortSignal.abort())
  await expect(work()).rejects.toMatchObject({ name: 'AbortError' })
  expect(await readdir(kept)).toEqual([])
  expect(error).not.toHaveBeenCalled()
  expect(await metric('backups_failed')).toBe(0)
})

test('what the archive says of the configuration holds no secret', () => {
  const secret = 'c2VjcmV0LW9mLXRoaXMtZm9ydW0tb2YtMzItY2hhcnM'
  const config = loadConfig({
    DATABASE_URL: `postgresql://forum:${secret}@db.example.org/forum`,
    AUTH_SECRET: secret,
    METRICS_TOKEN: secret,
    SMTP_URL: `smtps://forum:${secret}@mail.example.org`,
    REDIS_URL: `redis://:${secret}@redis.example.org`,
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_ID: 'forum',
    OIDC_CLIENT_SECRET: secret,
    OIDC_NAME: 'Example',
    S3_BUCKET: 'forum',
    S3_ACCESS_KEY_ID: secret,
    S3_SECRET_ACCESS_KEY: secret,
    BACKUP_SCHEDULE: '20 3 * * *',
  })
  const settings = JSON.stringify(publicSettings(config))
  expect(settings).toContain('20 3 * * *')
  expect(settings).not.toContain(secret)
  expect(settings).not.toMatch(/db\.example|redis\.example|mail\.example/)
})

test('a bucket gets it whole, under backups/, and nothing of it stays here', async () => {
  const storage = await startStorageServer('forum')
  const DATA_DIR = join(folder, 'beside')
  const env = { BACKUP_TO: 'bucket', DATA_DIR, ...storage.settings() }
  await register({ BACKUP_SCHEDULE: '20 3 * * *', ...env }).work()
  const store = openBackupStore(loadConfig(env))
  const [name = ''] = await store.names()
  expect(name).toMatch(/^threshold-.*\.tar\.zst$/)
  const copy = join(folder, 'copy.tar.zst')
  await writeFile(copy, await store.read(name))
  expect((await verifyArchive(copy)).manifest.tables.length).toBeGreaterThan(50)
  await expect(readdir(join(DATA_DIR, 'backups'))).rejects.toThrow('ENOENT')
  await store.remove(name)
  expect(await store.names()).toEqual([])
  await storage.stop()
})

test('what is larger than a part goes to the bucket in parts, and what breaks off is not there', {
  tags: 'all',
}, async () => {
  const storage = await startStorageServer('forum')
  const store = openBackupStore(loadConfig({ BACKUP_TO: 'bucket', ...storage.settings() }))
  const block = Buffer.alloc(1024 * 1024, 'threshold')
  const blocks = (count: number) => Readable.from(Array.from({ length: count }, () => block))
  await store.write('large.tar.zst', (output) => pipeline(blocks(70), output))
  let size = 0
  for await (const chunk of await store.read('large.tar.zst')) size += chunk.length
  expect(size).toBe(70 * block.length)
  async function* breakingOff() {
    yield* blocks(40)
    throw new Error('the database has gone')
  }
  const breaks = store.write('half.tar.zst', (output) => pipeline(breakingOff, output))
  await expect(breaks).rejects.toThrow('the database has gone')
  expect(await store.names()).toEqual(['large.tar.zst'])
  await storage.stop()
  await expect(store.write('away.json', async (output) => void output.end('{}'))).rejects.toThrow(
    'ECONNREFUSED',
  )
})

test.each([
  [{ BACKUP_SCHEDULE: 'every night' }, 'BACKUP_SCHEDULE=every night is not allowed'],
  [{ BACKUP_SCHEDULE: '61 3 * * *' }, 'BACKUP_SCHEDULE=61 3 * * * is not allowed'],
  [{ BACKUP_KEEP: 'all' }, 'BACKUP_KEEP=all is not allowed'],
  [{ BACKUP_TO: 'backups' }, 'BACKUP_TO=backups is not allowed'],
  [{ BACKUP_TO: 'bucket' }, 'BACKUP_TO=bucket is set without S3_BUCKET'],
])('%o is refused at the start', (env, words) => {
  expect(() => loadConfig(env)).toThrow(words)
})
