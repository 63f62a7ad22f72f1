import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startStorageServer } from '../../../tests/storage-server.ts'
import { archiveName } from '../../db/backup/archive-name.ts'
import type { BackupStore } from '../../db/backup/backup-store.server.ts'
import { loadConfig } from '../../platform/config/config.server.ts'
import { BackupReader } from './backup-reader.server.ts'

const NEWEST = new Date('2026-11-23T03:20:00Z')
const warn = vi.fn()
afterEach(() => {
  vi.useRealTimers()
  warn.mockClear()
})

const readerOf = (env: Record<string, string>, store?: BackupStore) =>
  new BackupReader(loadConfig({ DATA_DIR: '/nowhere', ...env }), { warn }, store)

/** Returns a backup store, and the mock of its list, so that a test can decide when the list resolves. */
function slowStore() {
  const names = vi.fn<BackupStore['names']>()
  const store = { names, size: async () => 7 } as unknown as BackupStore
  return { names, store }
}

test('an empty place, or none yet, is one without backups', async () => {
  expect(await readerOf({}).read()).toMatchObject({ place: 'read', newest: null })
})

test('a place that is no folder cannot be read, which the log says once', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  const folder = await mkdtemp(join(tmpdir(), 'threshold-backups-'))
  const file = join(folder, 'file')
  await writeFile(file, '')
  const reader = readerOf({ BACKUP_TO: file })
  expect(await reader.read()).toEqual({ place: 'unreadable', newest: null, read_at: null })
  vi.advanceTimersByTime(61_000)
  expect(await reader.read()).toMatchObject({ place: 'unreadable' })
  expect(warn).toHaveBeenCalledOnce()
  await rm(folder, { recursive: true })
})

test('a bucket that is not there cannot be read', async () => {
  const storage = await startStorageServer('forum')
  try {
    const reader = readerOf({ BACKUP_TO: 'bucket', ...storage.settings('another') })
    await expect.poll(() => reader.read(), { timeout: 5000 }).toMatchObject({ place: 'unreadable' })
  } finally {
    await storage.stop()
  }
})

test('a slow place keeps nobody waiting, and what it says is told later', async () => {
  const { names, store } = slowStore()
  const list = Promise.withResolvers<string[]>()
  names.mockReturnValue(list.promise)
  const reader = readerOf({}, store)
  const began = performance.now()
  expect(await reader.read()).toEqual({ place: 'unread', newest: null, read_at: null })
  expect(performance.now() - began).toBeLessThan(1000)
  list.resolve([archiveName(NEWEST), archiveName(new Date(0)), 'notes.txt'])
  await expect
    .poll(() => reader.read())
    .toMatchObject({ place: 'read', newest: { made_at: NEWEST, bytes: 7 } })
  expect(names).toHaveBeenCalledOnce()
})

test('a place that says nothing any more cannot be read; what was known stays, and it is asked no second time', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  const { names, store } = slowStore()
  names.mockResolvedValueOnce([archiveName(NEWEST)]).mockReturnValue(new Promise(() => undefined))
  const reader = readerOf({}, store)
  await reader.read()
  vi.advanceTimersByTime(61_000)
  expect(await reader.read(), 'for half a minute').toMatchObject({ place: 'read' })
  vi.advanceTimersByTime(31_000)
  expect(await reader.read()).toMatchObject({ place: 'unreadable', newest: { made_at: NEWEST } })
  vi.advanceTimersByTime(600_000)
  await reader.read()
  expect(names).toHaveBeenCalledTimes(2)
  expect(warn).toHaveBeenCalledOnce()
})
