import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countTableRows,
  cutAt,
  emptyDatabase,
  putTogether,
  type TestEntry,
  takeApart,
  withManifest,
  writeBackup,
} from '../../../tests/archives.ts'
import { type BusyMember, busyMember } from '../../../tests/busy-member.ts'
import { groupsOf, rowsOf } from '../../../tests/dump-rows.ts'
import { importDump, isAnywhere, summaryOf } from '../../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createDatabase } from '../../db/database.server.ts'
import { migrate } from '../../db/migrate.server.ts'
import { readCopyDump } from '../dump/copy-dump.server.ts'
import { DumpError } from '../dump/dump-error.ts'
import { undoImport } from '../undo.server.ts'
import { archive } from './archive.server.ts'
import { openArchive } from './open-archive.server.ts'

let folder: string
let world: World
let busy: BusyMember
let backup: string
let url: string
let empty: Pick<World, 'db'>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-archive-'))
  world = await makeWorld()
  world.services.jobs.add = async () => {}
  busy = await busyMember(world)
  await fillFurther(world)
  backup = join(folder, 'forum.tar.zst')
  await writeBackup(backup, world.services.config.DATABASE_URL)
  url = await emptyDatabase()
  await migrate(url)
  empty = { db: createDatabase(url) }
})
afterAll(async () => {
  await empty.db.destroy()
  await world.close()
  await rm(folder, { recursive: true })
})

/** Adds what members can do and the busy member has not done. */
async function fillFurther({ db, people, buildPost, buildComment }: World): Promise<void> {
  const { member, other } = people
  const post = await buildPost({
    title: 'Plain',
    format: 'plain',
    content: '<p>One<br />two &amp; three</p>',
  })
  const comment = await buildComment({ post_id: post, content: '  A *comment* <b>\n\n> quoted' })
  const reply = await buildComment({ post_id: post, parent_id: comment, author: member })
  const answer = await buildComment({ post_id: post, parent_id: comment, author: null })
  await buildComment({ post_id: post, author: other })
  await sql`update comments set answered_id = ${reply}, edited_at = now() where id = ${answer}`.execute(db)
  await sql`
    update posts set view_count = 7, is_pinned = true, locked_at = now(), edited_at = now() where id = ${post}`.execute(
    db,
  )
  await sql`update profiles set messages_from = 'nobody' where id = ${member.id}`.execute(db)
  await sql`insert into votes (user_id, comment_id, vote_type) values (${member.id}, ${answer}, -1)`.execute(
    db,
  )
  const leaver = await world.buildMember({ username: 'leaver' })
  await buildPost({ author: leaver, content: '<p>canary of a leaver</p>' })
  await sql`insert into account_deletions (user_id, keep_content) values (${leaver.id}, false)`.execute(db)
}

/** What is compared: these columns of all rows, without rows that the report names as left out. */
const COMPARED: Record<string, string> = {
  users: 'id email email_verified created_at',
  profiles: 'id username full_name bio location website_url messages_from',
  accounts: 'user_id password',
  concepts: 'id name description color',
  posts:
    'id title content content_text format author_id concept_id view_count is_pinned created_at edited_at votes_score',
  post_concepts: 'post_id concept_id position',
  comments: 'id post_id parent_id answered_id author_id content created_at edited_at votes_score',
  votes: 'user_id post_id comment_id vote_type created_at',
  bookmarks: 'id user_id post_id created_at',
  user_follows: 'id follower_id following_id created_at',
  blocks: 'member_id blocked_id created_at',
  messages: 'id content sender_id recipient_id is_read created_at',
}

/** Returns the compared columns of each row in a backup, in the order of their text. */
async function contentOf(path: string, leftOut: ReadonlySet<string>): Promise<Record<string, string[]>> {
  const groups = await groupsOf(readCopyDump(openArchive(path), new Set(Object.keys(COMPARED))))
  return Object.fromEntries(
    Object.entries(COMPARED).map(([table, columns]) => {
      const rows = rowsOf(groups.filter((group) => group.table === table))
        .filter(({ provider_id = 'credential' }) => provider_id === 'credential')
        .map((row) => columns.split(' ').map((name) => row[name] ?? null))
        .filter((values) => !values.some((value) => value !== null && leftOut.has(value)))
      return [table, rows.map((values) => JSON.stringify(values)).sort()]
    }),
  )
}

/** Ids of members who are leaving, and of texts that were deleted or removed or are by them. */
async function idsLeftOut(): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from account_deletions
    union select id from posts where deleted_at is not null or removed_at is not null
      or author_id in (select user_id from account_deletions)
    union select c.id from comments c join posts p on p.id = c.post_id
    where c.deleted_at is not null or c.removed_at is not null or p.deleted_at is not null or p.removed_at is not null`.execute(
    world.db,
  )
  return new Set(rows.map(({ id }) => id))
}

describe('an archive in an empty forum', () => {
  test('a dry run writes only its report', async () => {
    const before = await countTableRows(url)
    const report = await importDump(empty as World, archive, backup, true)
    expect(report.is_complete).toBe(true)
    const changed = (await countTableRows(url)).filter(
      ({ name, count }) => before.find((table) => table.name === name)?.count !== count,
    )
    expect(changed.map(({ name }) => name)).toEqual(['import_runs'])
  })

  test('exported again, it is equal', async () => {
    const report = await importDump(empty as World, archive, backup)
    expect(report.topics.different).toEqual([])
    expect(report.is_complete).toBe(true)
    const kinds = new Map(summaryOf(report).map(([kind, , , reasons]) => [kind, reasons]))
    expect(kinds.get('member')).toEqual(['1 is deleting the account'])
    expect(kinds.get('post')).toEqual([
      '1 is by a member who is deleting the account',
      '1 was deleted',
      '1 was removed by a moderator',
    ])
    const again = join(folder, 'again.tar.zst')
    await writeBackup(again, url)
    const leftOut = await idsLeftOut()
    const [expected, found] = [await contentOf(backup, leftOut), await contentOf(again, new Set())]
    for (const table of Object.keys(COMPARED)) {
      expect(expected[table]?.length, table).toBeGreaterThan(0)
      expect.soft(found[table], table).toEqual(expected[table])
    }
    expect((await sql`select * from counter_drift()`.execute(empty.db)).rows).toEqual([])
  })

  test('has no sessions, tokens, roles, jobs or private words, but the suspension', async () => {
    const counts = new Map((await countTableRows(url)).map(({ name, count }) => [name, count]))
    for (const table of [
      'sessions',
      'access_tokens',
      'user_roles',
      'passkeys',
      'two_factors',
      'notifications',
      'mail_items',
    ])
      expect.soft(counts.get(table), table).toBe('0')
    expect(counts.get('sanctions')).toBe('1')
    expect(await isAnywhere(empty as World, 'canary')).toBe(false)
    expect(await isAnywhere(empty as World, `Removed ${busy.word}`)).toBe(false)
    expect(await isAnywhere(empty as World, `Pending ${busy.word}`)).toBe(false)
  })

  test('a second run changes nothing', async () => {
    const before = await countTableRows(url)
    expect((await importDump(empty as World, archive, backup)).is_complete).toBe(true)
    const changed = (await countTableRows(url)).filter(
      ({ name, count }) => before.find((table) => table.name === name)?.count !== count,
    )
    expect(changed.map(({ name }) => name)).toEqual(['import_runs'])
  })

  test('undo keeps a member who has signed in, and otherwise removes all', async () => {
    const { id } = world.people.member
    await sql`insert into known_devices (device_id, user_id) values (new_id(), ${id})`.execute(empty.db)
    const { rows } = await sql<{
      id: string
    }>`select id from import_runs where not is_dry_run order by started_at`.execute(empty.db)
    const run = rows[0]?.id as string
    const kept = (await undoImport(empty.db, run))?.filter((kind) => kind.kept > 0)
    expect(kept).toEqual([{ kind: 'member', deleted: expect.any(Number), kept: 1 }])
    await sql`delete from known_devices`.execute(empty.db)
    await undoImport(empty.db, run)
    for (const table of [...Object.keys(COMPARED), 'sanctions', 'imported'])
      expect.soft((await sql`select from ${sql.table(table)}`.execute(empty.db)).rows, table).toEqual([])
  })
})

describe('an archive in a forum that has its items', () => {
  test('brings only what is missing, and undo takes only that', async () => {
    const { db } = world
    const lost = await world.buildPost({ title: 'Lost', author: world.people.member })
    const path = join(folder, 'own.tar.zst')
    await writeBackup(path, world.services.config.DATABASE_URL)
    await sql`delete from posts where id = ${lost}`.execute(db)
    const count = async () => (await sql`select id from posts order by id`.execute(db)).rows
    const before = await count()
    const report = await importDump(world, archive, path)
    expect(report.is_complete).toBe(true)
    expect(await count()).toHaveLength(before.length + 1)
    expect((await sql`select author_id from posts where id = ${lost}`.execute(db)).rows).toEqual([
      { author_id: world.people.member.id },
    ])
    await undoImport(db, report.run)
    expect(await count()).toEqual(before)
    expect((await sql`select * from counter_drift()`.execute(db)).rows).toEqual([])
  })
})

describe('refused is an archive', () => {
  let entries: TestEntry[]
  beforeAll(async () => {
    entries = await takeApart(backup)
  })
  const forge = (start: string, change: (content: string) => string) =>
    putTogether(
      join(folder, `${crypto.randomUUID()}.tar.zst`),
      withManifest(
        entries.map((entry) =>
          entry.name.startsWith(start) ? { ...entry, content: change(String(entry.content)) } : entry,
        ),
      ),
    )
  const twice = (content: string) => `${content}${content.slice(0, content.indexOf('\n') + 1)}`

  test.each<[string, () => Promise<string>, string]>([
    ['that is cut', () => cutAt(backup, join(folder, 'cut'), 5000), 'not a complete backup'],
    [
      'with a wrong checksum',
      () => putTogether(join(folder, 'sum'), withWrongSum()),
      'does not match its manifest',
    ],
    [
      'of a newer version',
      () =>
        forge('header', (json) =>
          json.replace(
            '"migrations": [',
            `"migrations": [{"name": "9999_later.sql", "checksum": "${'a'.repeat(64)}"},`,
          ),
        ),
      'cannot be imported here',
    ],
    ['with a vote twice', () => forge('tables/votes/', twice), 'do not fit together'],
    ['with an id twice', () => forge('tables/concepts/', twice), 'do not fit together'],
    ['with an odd id', () => forge('tables/posts/', (rows) => `x${rows.slice(1)}`), 'do not fit together'],
  ])('%s', async (_, make, message) => {
    const imported = importDump(empty as World, archive, await make())
    await expect(imported).rejects.toBeInstanceOf(DumpError)
    await expect(imported).rejects.toThrow(message)
    expect((await sql`select from posts`.execute(empty.db)).rows).toEqual([])
  })

  function withWrongSum(): TestEntry[] {
    const whole = withManifest(entries)
    const at = whole.findIndex(({ name }) => name.startsWith('tables/posts/'))
    const part = whole[at] as TestEntry
    return whole.with(at, { ...part, content: String(part.content).replace('Words', 'Sword') })
  }
})
