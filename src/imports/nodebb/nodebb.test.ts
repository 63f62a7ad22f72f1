import { createHash } from 'node:crypto'
import { bcrypt } from 'hash-wasm'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  importDump,
  importedComments,
  isAnywhere,
  nodebbDump,
  summaryOf,
} from '../../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { isImportedHash, verifyImported } from '../../accounts/sign-in/imported-password.server.ts'
import { sweepAccounts } from '../../accounts/sql.server.ts'
import { findMember } from '../../people/profiles/sql.server.ts'
import { undoImport } from '../undo.server.ts'
import { nodebb } from './nodebb.server.ts'

let world: World

const PASSWORD = 'correct horse'
const TIME = 1_600_000_000_000

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const post = (pid: number, tid: number, uid: number, content: string, more: object = {}) => ({
  [`post:${pid}`]: { pid, tid, uid, content, timestamp: TIME + pid * 1000, ...more },
})
const topic = (tid: number, cid: number, mainPid: number, title: string, more: object = {}) => ({
  [`topic:${tid}`]: { tid, cid, uid: 1, title, mainPid, timestamp: TIME, viewcount: 7, ...more },
})

async function smallForum() {
  const salt = new Uint8Array(16).fill(7)
  const password = await bcrypt({
    password: createHash('sha512').update(PASSWORD).digest('hex').slice(0, 72),
    ...{ salt, costFactor: 4, outputType: 'encoded' as const },
  })
  return nodebbDump(
    {
      'user:1': {
        ...{
          uid: 1,
          username: 'Ada Byron',
          userslug: 'ada-byron',
          email: 'Ada@example.org',
          'email:confirmed': 1,
        },
        ...{ joindate: TIME, password, 'password:shaWrapped': 1, aboutme: 'I count.', location: 'London' },
      },
      'user:2': { uid: 2, username: 'admin', email: 'boss@example.org', joindate: TIME, banned: 1 },
      'user:3': { uid: 3, username: 'Jörg.Weiß', joindate: TIME },
      'category:1': { cid: 1, name: 'Engines', description: 'Of all kinds', bgColor: '#AABBCC', order: 1 },
      'category:2': { cid: 2, name: 'Staff only', order: 2 },
      ...topic(1, 1, 1, 'The first engine', { locked: 1 }),
      ...topic(2, 2, 5, 'A secret canary'),
      ...topic(3, 1, 6, 'Deleted', { deleted: 1 }),
      ...post(1, 1, 1, 'It has **wheels** & [a plan](https://example.org/plan).\n\n- one\n- two'),
      ...post(2, 1, 3, 'A *comment*'),
      ...post(3, 1, 1, 'An answer', { toPid: 2 }),
      ...post(4, 1, 3, 'An answer to the answer', { toPid: 3, edited: TIME + 9_000_000 }),
      ...post(5, 2, 1, 'canary in private'),
      ...post(6, 3, 1, 'deleted words'),
      ...post(7, 1, 0, 'By a guest', { toPid: 1 }),
      ...post(8, 1, 2, 'Gone', { deleted: 1 }),
      'chat:room:1': { roomId: 1, owner: 1 },
      'chat:room:2': { roomId: 2, owner: 1 },
      'message:1': { mid: 1, fromuid: 1, roomId: 1, content: 'Good evening', timestamp: TIME },
      'message:2': { mid: 2, fromuid: 1, roomId: 2, content: 'To a group', timestamp: TIME },
      'uid:2:ban:9': { reason: 'Rude', uid: 2 },
    },
    {
      'group:cid:1:privileges:groups:read:members': { guests: 1, 'registered-users': 1 },
      'group:cid:1:privileges:groups:topics:read:members': { guests: 1 },
      'group:cid:2:privileges:groups:read:members': { administrators: 1 },
      'uid:3:upvote': { 1: TIME + 5 },
      'uid:3:bookmarks': { 2: TIME + 5 },
      'following:3': { 1: TIME + 5 },
      'uid:1:blocked_uids': { 3: TIME },
      'chat:room:1:uids': { 1: 0, 3: 0 },
      'chat:room:2:uids': { 1: 0, 2: 0, 3: 0 },
      'users:banned': { 2: TIME },
      'uid:2:bans:timestamp': { 'uid:2:ban:9': 9 },
    },
    { 'pid:1:upvote': ['3'], 'pid:2:downvote': ['1'] },
  )
}

const count = async (table: 'posts' | 'comments' | 'users' | 'votes' | 'imported' | 'notifications') =>
  (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(world.db)).rows[0]
    ?.n

describe('a small forum', () => {
  let path: string
  let id: string

  beforeAll(async () => {
    path = await smallForum()
  })

  test('is checked without writing anything', async () => {
    const before = await Promise.all([count('posts'), count('users'), count('imported')])
    const report = await importDump(world, nodebb, path, true)
    expect(report).toMatchObject({ is_complete: true, private_categories: ['2'] })
    expect(await Promise.all([count('posts'), count('users'), count('imported')])).toEqual(before)
  })

  test('is imported with all that its guests could read', async () => {
    const notified = await count('notifications')
    const report = await importDump(world, nodebb, path)
    id = report.run
    expect(report.topics.different).toEqual([])
    expect(report.is_complete).toBe(true)
    expect(summaryOf(report)).toEqual([
      ['member', 3, 3, []],
      ['concept', 2, 1, ['1 is a private category']],
      ['post', 3, 1, ['1 is in a private category', '1 was deleted']],
      ['comment', 5, 4, ['1 was deleted']],
      ['vote', 2, 2, []],
      ['bookmark', 1, 1, []],
      ['follow', 1, 1, []],
      ['block', 1, 1, []],
      ['message', 2, 1, ['1 its conversation does not have exactly two members']],
      ['sanction', 1, 1, []],
      ['address', 2, 2, []],
    ])
    expect(await count('notifications')).toBe(notified)
    expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
  })

  test('has its members with names, profiles and passwords', async () => {
    const members = await sql<Record<string, unknown>>`
      select p.username, p.full_name, u.email, u.email_verified, p.bio, a.password from imported i
      join users u on u.id = i.id join profiles p on p.id = u.id left join accounts a on a.user_id = u.id
      where i.kind = 'member' order by i.old_id`.execute(world.db)
    expect(members.rows.map(({ password: _, ...member }) => member)).toMatchObject([
      {
        username: 'Ada_Byron',
        full_name: 'Ada Byron',
        email: 'ada@example.org',
        email_verified: true,
        bio: 'I count.',
      },
      { username: 'admin_2', email: 'boss@example.org', email_verified: false },
      { username: 'Joerg_Weiss', full_name: 'Jörg.Weiß', email_verified: false },
    ])
    const hash = members.rows[0]?.password as string
    expect(isImportedHash(hash)).toBe(true)
    expect(await verifyImported(hash, PASSWORD)).toBe(true)
    expect(await verifyImported(hash, 'wrong')).toBe(false)
  })

  test('keeps members whose address is not verified', async () => {
    const members = await count('users')
    await sweepAccounts(world.db)
    expect(await count('users')).toBe(members)
    expect(await findMember(world.db, 'Joerg_Weiss')).toBeDefined()
  })

  test('has its discussions in order, as Markdown', async () => {
    const posts = await sql<Record<string, unknown>>`
      select title, content, votes_score, view_count, comment_count, locked_at is not null as locked from posts p
      join imported i on i.id = p.id and i.kind = 'post'`.execute(world.db)
    expect(posts.rows).toEqual([
      {
        ...{ title: 'The first engine', votes_score: 1, view_count: 7, comment_count: 4, locked: true },
        content:
          '<p>It has <strong>wheels</strong> &amp; [a plan](https://example.org/plan).</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
      },
    ])
    expect(await importedComments(world)).toEqual([
      {
        old_id: '2',
        content: 'A *comment*',
        parent: null,
        answered: null,
        votes_score: -1,
        is_by_guest: false,
      },
      { old_id: '3', content: 'An answer', parent: '2', answered: null, votes_score: 0, is_by_guest: false },
      {
        old_id: '4',
        content: 'An answer to the answer',
        parent: '2',
        answered: '3',
        votes_score: 0,
        is_by_guest: false,
      },
      { old_id: '7', content: 'By a guest', parent: null, answered: null, votes_score: 0, is_by_guest: true },
    ])
  })

  test('private words are in no table', async () => {
    expect(await isAnywhere(world, 'canary')).toBe(false)
    const schemas = await sql`select from pg_namespace where nspname = 'import_source'`.execute(world.db)
    expect(schemas.rows).toEqual([])
  })

  test('a second run changes nothing, and brings only what is new', async () => {
    const before = await Promise.all([count('posts'), count('comments'), count('users'), count('votes')])
    const again = await importDump(world, nodebb, path)
    expect(again.is_complete).toBe(true)
    expect(await Promise.all([count('posts'), count('comments'), count('users'), count('votes')])).toEqual(
      before,
    )
  })

  test('is undone, except what somebody has touched', async () => {
    const { rows } = await sql<{
      id: string
    }>`select id from imported where kind = 'comment' and old_id = '4'`.execute(world.db)
    const voter = world.people.member.id
    await world.db
      .insertInto('votes')
      .values({ user_id: voter, comment_id: rows[0]?.id as string, vote_type: 1 })
      .execute()
    const results = await undoImport(world.db, id)
    expect(results).toEqual([
      { kind: 'message', deleted: 1, kept: 0 },
      { kind: 'sanction', deleted: 1, kept: 0 },
      { kind: 'comment', deleted: 2, kept: 2 },
      { kind: 'post', deleted: 0, kept: 1 },
      { kind: 'concept', deleted: 0, kept: 1 },
      { kind: 'member', deleted: 1, kept: 2 },
    ])
    expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
    await world.db.deleteFrom('votes').where('user_id', '=', voter).execute()
    await undoImport(world.db, id)
    expect((await sql`select from imported`.execute(world.db)).rows).toEqual([])
    expect(await undoImport(world.db, 'no-run')).toBeUndefined()
  })
})
