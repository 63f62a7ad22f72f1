import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@orpc/server'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { router } from '../src/app/router.server.ts'
import { createServices, stopServices } from '../src/app/services.server.ts'
import type { Viewer } from '../src/core/viewer.ts'
import { restoreFromArchive } from '../src/db/backup/restore.server.ts'
import { migrate, SOURCE } from '../src/db/migrate.server.ts'
import { loadConfig } from '../src/platform/config/config.server.ts'
import { countTableRows, emptyDatabase, memoryFiles, query } from './archives.ts'
import { testDatabase } from './database.ts'
import { readSchema } from './database-schema.ts'

/** A backup of a filled forum (tests/busy-member.ts and the demo community), made by version 1.0.0. */
const ARCHIVE = join(import.meta.dirname, 'fixtures/forum-1.0.0.tar.zst')
const BASELINE = '0001_baseline.sql'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-released-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the baseline is the one of version 1.0.0', async () => {
  const sql = await readFile(join(SOURCE.migrations, BASELINE))
  expect(createHash('sha256').update(sql).digest('hex')).toBe(
    'bf6db5d460a26646b867083dcd786faf1cdef05b3b283f57709755cf69e95db6',
  )
})

test('a filled forum of version 1.0.0 is upgraded', async () => {
  const url = await restoreReleased()
  const before = await countTableRows(url)
  expect(before.length).toBeGreaterThan(60)
  const later = (await readdir(SOURCE.migrations)).filter((name) => name > BASELINE).sort()
  expect(await migrate(url)).toEqual(later)
  const after = new Map((await countTableRows(url)).map((row) => [row.name, row.count]))
  for (const { name, count } of before) expect.soft(after.get(name), name).toBe(count)
  expect(await query(url, 'select * from counter_drift()')).toEqual([])
  expect(await schemaOf(url)).toBe(await schemaOf((await testDatabase()).url))
  await expectReadable(url)
})

test('a backup by version 1.0.0 is restored', async () => {
  const url = await emptyDatabase()
  const files = memoryFiles()
  const restored = await restoreFromArchive({ archive: ARCHIVE, url, files, replace: false })
  expect(restored.header.version).toBe('1.0.0')
  expect(restored.drift).toEqual([])
  await expectReadable(url)
})

/** Restores the archive with the migrations and functions of version 1.0.0. Returns the database's URL. */
async function restoreReleased(): Promise<string> {
  const url = await emptyDatabase()
  await cp(join(SOURCE.migrations, BASELINE), join(folder, BASELINE))
  const schema = { migrations: folder }
  await restoreFromArchive({ archive: ARCHIVE, url, files: memoryFiles(), replace: false, schema })
  return url
}

async function schemaOf(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url })
  try {
    return await readSchema(pool)
  } finally {
    await pool.end()
  }
}

/** Reads all kinds of content with the current code, as a guest and as a member. */
async function expectReadable(url: string): Promise<void> {
  const services = createServices(loadConfig({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const as = (viewer: Viewer | null) => {
    const session = viewer ? { id: viewer.id, expires_at: '2100-01-01T00:00:00Z' } : undefined
    return { context: { ...services, viewer, session, requestId: 'test', address: '127.0.0.1' } }
  }
  try {
    const { items } = await call(router.posts.list, {}, as(null))
    expect(items.length).toBeGreaterThan(10)
    for (const { id, title, comment_count } of items) {
      expect((await call(router.posts.read, { id }, as(null))).title).toBe(title)
      const comments = await call(router.comments.list, { id }, as(null))
      expect(comments.items.length > 0).toBe(comment_count > 0)
    }
    const [row] = await query(url, "select id, username from profiles where username like 'leaver_%'")
    const member = { ...(row as Viewer), full_name: null, avatar_url: null, roles: [] }
    expect((await call(router.profiles.read, { username: member.username }, as(null))).bio_html).toContain(
      'quokka1',
    )
    expect((await call(router.notifications.list, {}, as(member))).items.length).toBeGreaterThan(0)
    expect((await call(router.conversations.list, {}, as(member))).items.length).toBeGreaterThan(0)
    expect(
      (await call(router.searches.summary, { search: 'quokka1' }, as(null))).counts.comments,
    ).toBeGreaterThan(0)
  } finally {
    await stopServices(services)
  }
}
