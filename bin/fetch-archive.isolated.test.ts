import { chmod, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBackupStore } from '../src/db/backup/backup-store.server.ts'
import { removeAfterExit } from '../src/db/temporary.server.ts'
import { type Config, loadConfig } from '../src/platform/config/config.server.ts'
import { startStorageServer } from '../tests/storage-server.ts'
import { fetchArchive } from './fetch-archive.ts'

const [OLDER, NEWER] = [
  'threshold-2026-11-22T03-20-00Z.tar.zst',
  'threshold-2026-11-23T03-20-00Z-manual.tar.zst',
]
const NOBODY = 65_534
let dataDir: string
let storage: Awaited<ReturnType<typeof startStorageServer>>
let config: Config

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'threshold-fetch-'))
  removeAfterExit(dataDir)
  storage = await startStorageServer('forum')
  config = loadConfig({ DATA_DIR: dataDir, ...storage.settings() })
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterAll(async () => {
  await storage.stop()
  await rm(dataDir, { recursive: true })
})

test('a file is where its path says, or is reported as missing', async () => {
  expect(await fetchArchive(config, 'bin/../package.json')).toBe(join(process.cwd(), 'package.json'))
  await expect(fetchArchive(config, 'missing.tar.zst')).rejects.toThrow(/^File not found: .*missing/)
  await expect(fetchArchive(config, '.')).rejects.toThrow('is not a file')
})

test.each([
  ['file', 'unreadable.tar.zst', 'unreadable.tar.zst'],
  ['folder', 'unreadable.tar.zst', '.'],
])('a file in vain: the user may not read the %s', async (_, file, closed) => {
  const path = join(dataDir, file)
  await writeFile(path, '')
  await chmod(dataDir, 0o755)
  await chmod(join(dataDir, closed), 0)
  if (process.getuid?.() === 0) process.seteuid?.(NOBODY)
  const { username } = userInfo()
  const fetched = fetchArchive(config, path).finally(() => process.seteuid?.(process.getuid?.() ?? 0))
  await expect(fetched).rejects.toThrow(`The user ${username} must be able to read ${path}.`)
  await chmod(dataDir, 0o700)
})

test('says that there is no bucket, or none in it', async () => {
  const none = loadConfig({ DATA_DIR: dataDir })
  await expect(fetchArchive(none, `bucket:${OLDER}`)).rejects.toThrow('S3_BUCKET is not set')
  await expect(fetchArchive(config, `bucket:${OLDER}`)).rejects.toThrow('The bucket has no backup.')
})

test('one of the bucket is fetched, once, and others are named where it is not there', async () => {
  const store = openBackupStore({ ...config, BACKUP_TO: 'bucket' })
  for (const name of [OLDER, NEWER]) await store.write(name, (output) => finished(output.end(`of ${name}`)))
  await expect(fetchArchive(config, 'bucket:../auth-secret')).rejects.toThrow(
    `The bucket has no backup "../auth-secret". The newest are:\n  bucket:${NEWER}\n  bucket:${OLDER}`,
  )
  const path = await fetchArchive(config, `bucket:${OLDER}`)
  expect(path).toBe(join(dataDir, 'backups', OLDER))
  expect(await readFile(path, 'utf8')).toBe(`of ${OLDER}`)
  const written = new Date(1_000_000)
  await utimes(path, written, written)
  await fetchArchive(config, `bucket:${OLDER}`)
  expect((await stat(path)).mtime).toEqual(written)
})
