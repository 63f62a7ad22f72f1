import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countTableRows, emptyDatabase, memoryFiles, query, writeBackup } from '../../tests/archives.ts'
import { busyMember } from '../../tests/busy-member.ts'
import { makeWorld, type World } from '../../tests/world.ts'
import { restoreFromArchive } from './backup/restore.server.ts'
import { type MigrationSource, migrate, SOURCE } from './migrate.server.ts'

let folder: string
let later: Required<MigrationSource>
let archive: string

/** Replaces `from` in a file of the later version's schema. */
async function change(area: string, from: string | RegExp, to: string): Promise<void> {
  const path = join(later.schema, `${area}.sql`)
  const text = await readFile(path, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  await writeFile(path, changed)
}

let world: World
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-upgrade-'))
  world = await makeWorld()
  world.services.jobs.add = async () => {}
  await busyMember(world)
  url = world.services.config.DATABASE_URL
  archive = join(folder, 'baseline.tar.zst')
  await writeBackup(archive, url)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

// The later version adds a column, changes a function and its trigger to use the column, changes the
// arguments of another function, and drops one.
beforeEach(async () => {
  const root = await mkdtemp(join(folder, 'later-'))
  later = { migrations: join(root, 'migrations'), schema: join(root, 'schema') }
  await cp(SOURCE.migrations, later.migrations, { recursive: true })
  await cp(SOURCE.schema as string, later.schema, { recursive: true })
  await writeFile(join(later.migrations, '9999_motto.sql'), 'ALTER TABLE profiles ADD COLUMN motto text;')
  // Appended to the lists of columns, whatever the last one is.
  await change('profiles', / ON profiles\n +FOR EACH ROW EXECUTE FUNCTION profiles_before_write/, ', motto$&')
  for (const row of ['OLD', 'NEW'])
    await change('profiles', new RegExp(`(ROW\\([^()]*${row}\\.\\w+)\\)`), `$1, ${row}.motto)`)
  await change(
    'sanctions',
    'has_stood(member uuid, since timestamptz)',
    'has_stood(member uuid, since date, texts integer)',
  )
  await change('sanctions', /CREATE FUNCTION current_vouch_id[\s\S]*?\$\$;\n/, '')
})

test('a filled forum gets the new column, and the functions and triggers of the new source', async () => {
  const before = await countTableRows(url)
  expect(await migrate(url, later)).toEqual(['9999_motto.sql'])
  expect(await countTableRows(url)).toEqual(before)
  expect(await query(url, 'select * from counter_drift()')).toEqual([])
  await expectLater(url)
  const ids = 'select oid from pg_proc union select oid from pg_trigger order by 1'
  const made = await query(url, ids)
  expect(await migrate(url, later)).toEqual([])
  expect(await query(url, ids)).toEqual(made)
})

test('a backup of the baseline is restored into the later version', async () => {
  const target = await emptyDatabase()
  const restored = await restoreFromArchive({
    archive,
    url: target,
    files: memoryFiles(),
    replace: false,
    schema: later,
  })
  expect(restored.drift).toEqual([])
  await expectLater(target)
})

test('a fresh forum of the later version has what an upgraded one has', async () => {
  const target = await emptyDatabase()
  await migrate(target, later)
  await expectLater(target)
  expect(await query(target, FUNCTIONS)).toEqual(await query(url, FUNCTIONS))
})

test('a function that an index uses cannot get other arguments without a migration', async () => {
  const target = await emptyDatabase()
  await migrate(target)
  await change('moderation', 'month_of(moment timestamptz)', 'month_of(moment timestamptz, zone text)')
  await expect(migrate(target, later)).rejects.toThrow(
    /month_of is used by a constraint, an index or a column/,
  )
})

const FUNCTIONS = `select pg_get_functiondef(p.oid) from pg_proc p
  join pg_language l on l.oid = p.prolang and l.lanname in ('sql', 'plpgsql')
  where pronamespace = 'public'::regnamespace order by 1`

async function expectLater(at: string): Promise<void> {
  const functions = (await query(at, 'select oid::regprocedure::text as name from pg_proc')).map(
    ({ name }) => name,
  )
  expect(functions).toContain('has_stood(uuid,date,integer)')
  expect(functions.filter((name) => /^(has_stood|current_vouch_id)\(/.test(name))).toHaveLength(1)
  // The changed function and trigger use the new column to change the version of the profile.
  await query(
    at,
    "insert into users (email, username) values ('later@example.org', 'later') on conflict do nothing",
  )
  const version = "select updated_at::text from profiles where username = 'later'"
  const before = await query(at, version)
  await query(at, "update profiles set motto = coalesce(motto, '') || 'x' where username = 'later'")
  expect(await query(at, version)).not.toEqual(before)
}
