import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import { loadConfig } from '../../platform/config.server.ts'
import { Files } from '../../platform/files.server.ts'
import type { Jobs } from '../../platform/jobs.server.ts'
import { createLog } from '../../platform/log.server.ts'
import { archiveName } from './archive-name.ts'
import { handleBackupJobs } from './jobs.server.ts'
import { verifyArchive } from './read-archive.server.ts'

let folder: string
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-backup-jobs-'))
  url = (await testDatabase()).url
})
afterAll(() => rm(folder, { recursive: true }))

function register(env: Record<string, string>) {
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent', ...env })
  const log = createLog(config)
  const error = vi.spyOn(log, 'error')
  const every = vi.fn<Jobs['every']>()
  handleBackupJobs({ config, files: new Files(config), log }, { every })
  const [cron, , work] = every.mock.calls[0] ?? []
  return { cron, work: work as () => Promise<void>, error }
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

test('a bucket gets it whole, under backups/, and nothing of it stays here', async () => {
  const bucket = new Map<string, Buffer>()
  const storage = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url?.split('?')[0] ?? ''
      if (request.method === 'PUT') bucket.set(path, Buffer.concat(chunks))
      const keys = [...bucket.keys()].map(
        (key) => `<Contents><Key>${key.slice('/forum/'.length)}</Key></Contents>`,
      )
      response.writeHead(200, { 'content-type': 'application/xml' })
      response.end(request.method === 'GET' ? `<ListBucketResult>${keys.join('')}</ListBucketResult>` : '')
    })
  })
  await once(storage.listen(0, '127.0.0.1'), 'listening')
  const { port } = storage.address() as AddressInfo
  const { work } = register({
    BACKUP_SCHEDULE: '20 3 * * *',
    BACKUP_TO: 'bucket',
    DATA_DIR: join(folder, 'beside'),
    S3_BUCKET: 'forum',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  await work()
  storage.close()
  storage.closeAllConnections()
  const [[path, bytes] = []] = [...bucket]
  expect(path).toMatch(/^\/forum\/backups\/threshold-.*\.tar\.zst$/)
  const copy = join(folder, 'copy.tar.zst')
  await writeFile(copy, bytes ?? '')
  expect((await verifyArchive(copy)).manifest.tables.length).toBeGreaterThan(50)
  expect(await readdir(join(folder, 'beside/backups'))).toEqual([])
})

test.each([
  [{ BACKUP_SCHEDULE: 'every night' }, 'BACKUP_SCHEDULE=every night is not allowed'],
  [{ BACKUP_KEEP: 'all' }, 'BACKUP_KEEP=all is not allowed'],
  [{ BACKUP_TO: 'backups' }, 'BACKUP_TO=backups is not allowed'],
  [{ BACKUP_TO: 'bucket' }, 'BACKUP_TO=bucket is set without S3_BUCKET'],
])('%o is refused at the start', (env, words) => {
  expect(() => loadConfig(env)).toThrow(words)
})
