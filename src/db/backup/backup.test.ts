import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contentOf,
  emptyDatabase,
  memoryFiles,
  putTogether,
  query,
  takeApart,
  withManifest,
  writeBackup,
} from '../../../tests/archives.ts'
import { busyMember } from '../../../tests/busy-member.ts'
import { testDatabase } from '../../../tests/database.ts'
import { startFormerPostgresql } from '../../../tests/former-postgresql.ts'
import { startStorageServer } from '../../../tests/storage-server.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { loadConfig } from '../../platform/config/config.server.ts'
import { Files } from '../../platform/files/files.server.ts'
import { seedDemo } from '../../shell/demo/seed.server.ts'
import { connectForBackup } from './catalogue.server.ts'
import { ArchiveError, type Manifest } from './format.ts'
import { checkArchive, restoreFromArchive } from './restore.server.ts'
import { readSchemaRules, type SchemaRule } from './schema.server.ts'
import { OccupiedError } from './target-database.server.ts'

const PICTURE = new Uint8Array([82, 73, 70, 70, 0, 255, 13, 10])
const urlOf = ({ services }: World) => services.config.DATABASE_URL
let folder: string
let world: World
let source: string
let archive: string
let first: Manifest
const files = memoryFiles(
  new Map([
    ['avatars/a/b-24.webp', PICTURE],
    ['pictures/a-b.webp', PICTURE],
    ['site/a-512.png', PICTURE],
  ]),
)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-backup-'))
  world = await makeWorld()
  world.services.jobs.add = async () => {}
  await busyMember(world)
  source = urlOf(world)
  await writeSignsOfCopy(source)
  archive = join(folder, 'first.tar.zst')
  first = await writeBackup(archive, source, files)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

test('a forum with rows in every table is the same after a restore', async () => {
  const url = await emptyDatabase()
  const here = memoryFiles()
  const restored = await restoreFromArchive({ archive, url, files: here, replace: false })
  expect(restored).toMatchObject({ manifest: first, drift: [], skipped: 0 })
  for (const key of ['avatars/a/b-24.webp', 'pictures/a-b.webp', 'site/a-512.png'])
    expect(here.stored.get(key)).toEqual(PICTURE)
  expect(contentOf(await writeBackup(join(folder, 'second.tar.zst'), url, here))).toEqual(contentOf(first))
  // The constraints, triggers and indexes that were dropped for the load exist again.
  expect(await rulesAt(url)).toEqual(await rulesAt(source))
  // Sequences continue after the last number they gave out, even if its post has been deleted.
  const [row] = await query(url, NUMBERS)
  expect(row.next).toBeGreaterThan(row.most)
})

test('a community is the same after a restore, from one PostgreSQL to a former one and back', {
  tags: 'all',
  timeout: 180_000,
}, async () => {
  const seeded = await makeWorld()
  await seedDemo(seeded.db, { anchor: new Date('2026-11-21T00:00:00Z') })
  await writeSignsOfCopy(urlOf(seeded))
  const whole = join(folder, 'community.tar.zst')
  const community = await writeBackup(whole, urlOf(seeded), files)
  expect(community.tables.find(({ name }) => name === 'posts')?.rows).toBeGreaterThan(100)
  const former = await startFormerPostgresql()
  try {
    const there = memoryFiles()
    await restoreFromArchive({ archive: whole, url: former.url, files: there, replace: false })
    // The owner of this database is not a superuser, so it cannot drop or move objects of extensions.
    const restored = await restoreFromArchive({
      archive: whole,
      url: former.url,
      files: there,
      replace: true,
    })
    expect(restored).toMatchObject({ manifest: community, drift: [], skipped: 0 })
    expect(there.stored.get('avatars/a/b-24.webp')).toEqual(PICTURE)
    const second = join(folder, 'from-former.tar.zst')
    expect(contentOf(await writeBackup(second, former.url, there))).toEqual(contentOf(community))
    const url = await emptyDatabase()
    const here = memoryFiles()
    await restoreFromArchive({ archive: second, url, files: here, replace: false })
    const third = await writeBackup(join(folder, 'third.tar.zst'), url, here)
    expect(contentOf(third)).toEqual(contentOf(community))
    expect(await rulesAt(url)).toEqual(await rulesAt(urlOf(seeded)))
    const [row] = await query(url, NUMBERS)
    expect(row.next).toBe(row.most + 1)
  } finally {
    await Promise.all([former.stop(), seeded.close()])
  }
})

test('one moment: what is written while it is read is in it wholly or not at all, and again the same', async () => {
  const path = join(folder, 'moment.tar.zst')
  // Writes a post between the header and the snapshot. The snapshot must contain it.
  const busy = {
    ...files,
    async *list(name: string) {
      await world.buildPost({ title: 'Before the moment' })
      yield* files.list(name)
    },
  }
  let isDone = false
  const writing = (async () => {
    for (let n = 0; !isDone; n++) await world.buildPost({ title: `Meanwhile ${n}` })
  })()
  const first = await writeBackup(path, source, busy)
  isDone = true
  await writing
  const url = await emptyDatabase()
  expect(await restoreFromArchive({ archive: path, url, files, replace: false })).toMatchObject({ drift: [] })
  expect(contentOf(await writeBackup(join(folder, 'again.tar.zst'), url, files))).toEqual(contentOf(first))
})

test('a table that is written anew meanwhile is in it with all its rows', async () => {
  const { url } = await testDatabase()
  const migration = new pg.Client({ connectionString: url })
  await migration.connect()
  await migration.query('begin; lock table reserved_usernames in access exclusive mode')
  const writing = writeBackup(join(folder, 'rewritten.tar.zst'), url)
  const waits = `select from pg_stat_activity where datname = current_database()
    and application_name = 'threshold backup' and wait_event_type = 'Lock'`
  await expect.poll(() => query(url, waits), { timeout: 10_000 }).toHaveLength(1)
  await migration.query(
    'alter table reserved_usernames alter column is_official type boolean using case when is_official then true else false end; commit',
  )
  await migration.end()
  const { tables } = await writing
  const [count] = await query(url, 'select count(*)::int as rows from reserved_usernames')
  expect(tables.find(({ name }) => name === 'reserved_usernames')).toMatchObject(count)
  expect(count.rows).toBeGreaterThan(0)
})

test('pictures go from a disk to a bucket, and the content is the same', async () => {
  const storage = await startStorageServer('forum')
  const disk = new Files(loadConfig({ DATA_DIR: join(folder, 'disk') }))
  const bucket = new Files(loadConfig(storage.settings()))
  await disk.write('avatars/a/b-24.webp', PICTURE)
  const { url: small } = await testDatabase()
  const path = join(folder, 'pictures.tar.zst')
  const first = await writeBackup(path, small, disk)
  expect(first.files).toEqual({ count: 1, bytes: PICTURE.length })
  const url = await emptyDatabase()
  await restoreFromArchive({ archive: path, url, files: bucket, replace: false })
  expect(await bucket.read('avatars/a/b-24.webp')).toEqual(PICTURE)
  const again = await writeBackup(join(folder, 'pictures-again.tar.zst'), url, bucket)
  expect(contentOf(again)).toEqual(contentOf(first))
  await storage.stop()
})

describe('a forum that is there', () => {
  test('with members stays, unless it is to be replaced', async () => {
    const other = await makeWorld()
    const before = await query(urlOf(other), 'select id, email from users order by id')
    const attempt = restoreFromArchive({ archive, url: urlOf(other), files, replace: false })
    await expect(attempt).rejects.toBeInstanceOf(OccupiedError)
    expect(await query(urlOf(other), 'select id, email from users order by id')).toEqual(before)
    // A second restore at the same time must fail without disturbing the first.
    const checked = await checkArchive(archive)
    const saved: string[] = []
    const saveFormer = async () =>
      void saved.push(...(await query(urlOf(other), 'select id, email from users order by id')))
    const options = { archive, checked, url: urlOf(other), files, replace: true, saveFormer }
    let second: Promise<unknown> | undefined
    const steps = new Set<string>()
    const progress = ({ step }: { step: string }) => {
      steps.add(step)
      if (step === 'loading') second ??= restoreFromArchive(options).catch((error) => error)
    }
    await restoreFromArchive({ ...options, progress })
    expect(await second).toBeInstanceOf(OccupiedError)
    expect([...steps]).toEqual([
      'loading',
      'making indexes and foreign keys',
      'counting rows',
      'migrating and gathering statistics',
      'writing files',
    ])
    const members = 'select count(*)::int as n from users'
    expect(await query(urlOf(other), members)).toEqual(await query(source, members))
    expect(saved).toEqual(before)
    await other.close()
  })

  test('is not touched while nodes serve it', async () => {
    const url = await emptyDatabase()
    const node = new pg.Client({ connectionString: url, application_name: 'threshold bus' })
    await node.connect()
    await expect(restoreFromArchive({ archive, url, files, replace: true })).rejects.toThrow(
      'A forum is running',
    )
    await node.end()
  })
})

test('cut short it goes on with the part after the last, and another archive begins anew', async () => {
  const url = await emptyDatabase()
  let parts = 0
  const stop = ({ step }: { step: string }) => {
    if (step === 'loading' && ++parts === 20) throw new Error('killed')
  }
  const attempt = () => restoreFromArchive({ archive, url, files, replace: false })
  await expect(restoreFromArchive({ archive, url, files, replace: false, progress: stop })).rejects.toThrow(
    'killed',
  )
  expect(await query(url, "select to_regnamespace('threshold_restoring') is not null as begun")).toEqual([
    { begun: true },
  ])
  const { skipped, manifest } = await attempt()
  expect(skipped).toBeGreaterThanOrEqual(19)
  expect(contentOf(await writeBackup(join(folder, 'after.tar.zst'), url, files))).toEqual(contentOf(manifest))
})

test('an archive that does not hold together is refused after the former forum was saved', async () => {
  const other = await makeWorld()
  const before = await writeBackup(join(folder, 'before.tar.zst'), urlOf(other))
  const entries = await takeApart(archive)
  const without = entries.filter(({ name }) => !name.startsWith('tables/users/'))
  const path = await putTogether(join(folder, 'orphans.tar.zst'), withManifest(without))
  const stored = memoryFiles()
  const saved = join(folder, 'saved.tar.zst')
  const saveFormer = async () => void (await writeBackup(saved, urlOf(other)))
  const attempt = restoreFromArchive({
    archive: path,
    url: urlOf(other),
    files: stored,
    replace: true,
    saveFormer,
  })
  await expect(attempt).rejects.toThrow(/do not fit together/)
  await expect(attempt).rejects.toBeInstanceOf(ArchiveError)
  expect(stored.stored.size).toBe(0)
  // The failed restore left the database empty, so restoring the saved forum needs no --replace.
  const { manifest } = await restoreFromArchive({
    archive: saved,
    url: urlOf(other),
    files: stored,
    replace: false,
  })
  expect(contentOf(manifest)).toEqual(contentOf(before))
  await other.close()
})

/** Writes the characters that COPY escapes. */
async function writeSignsOfCopy(url: string): Promise<void> {
  await query(
    url,
    "update profiles set bio = E'a\\tb\\\\.\\nc \\\\N' where id = (select id from profiles limit 1)",
  )
}

async function rulesAt(url: string): Promise<SchemaRule[]> {
  const client = await connectForBackup(url, 'test')
  return await readSchemaRules(client).finally(() => client.end())
}

const NUMBERS = `
  select max(n)::int as most, nextval(pg_get_serial_sequence('public.post_search', 'n'))::int as next from post_search`
