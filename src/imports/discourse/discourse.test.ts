import { pbkdf2Sync } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  copyDump,
  importDump,
  importedComments,
  isAnywhere,
  summaryOf,
  writeDump,
} from '../../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { verifyImported } from '../../accounts/sign-in/imported-password.server.ts'
import { discourse } from './discourse.server.ts'

// The dump is constructed from the documented tables of Discourse.
const AT = '2020-05-01 12:00:00.123'
const LATER = '2020-05-02 12:00:00'
const SALT = '0f'.repeat(16)
const HASH = pbkdf2Sync('correct horse', SALT, 64000, 32, 'sha256').toString('hex')

const post = (
  id: number,
  topic_id: number,
  post_number: number,
  user_id: number,
  cooked: string,
  more = {},
) => ({
  ...{
    id,
    topic_id,
    post_number,
    user_id,
    cooked,
    post_type: 1,
    hidden: false,
    user_deleted: false,
    version: 1,
  },
  ...{ created_at: AT, last_version_at: AT, deleted_at: null, reply_to_post_number: null },
  ...more,
})
const topic = (id: number, title: string, category_id: number | null, more = {}) => ({
  ...{
    id,
    title,
    category_id,
    user_id: 1,
    created_at: AT,
    archetype: 'regular',
    visible: true,
    closed: false,
  },
  ...{ archived: false, pinned_at: null, pinned_globally: false, views: 12, deleted_at: null },
  ...more,
})
const user = (id: number, username: string, more = {}) => ({
  ...{
    id,
    username,
    name: '',
    active: true,
    staged: false,
    created_at: AT,
    suspended_at: null,
    suspended_till: null,
  },
  ...more,
})

const TABLES = {
  users: [
    user(-1, 'system'),
    user(1, 'ada', { name: 'Ada Byron' }),
    user(2, 'bob.b', { active: false }),
    user(3, 'loud', { suspended_at: AT, suspended_till: '2999-01-01 00:00:00' }),
    user(4, 'mailer', { staged: true }),
  ],
  user_emails: [
    { user_id: 1, email: 'second@example.org', primary: false },
    { user_id: 1, email: 'ada@example.org', primary: true },
    { user_id: 2, email: 'bob@example.org', primary: true },
  ],
  user_passwords: [
    {
      user_id: 1,
      password_hash: HASH,
      password_salt: SALT,
      password_algorithm: '$pbkdf2-sha256$i=64000,l=32$',
    },
  ],
  user_profiles: [{ user_id: 1, bio_raw: 'I **count**', location: 'London', website: 'https://example.org' }],
  user_histories: [{ id: 1, action: 10, target_user_id: 3, details: 'Shouting' }],
  categories: [
    {
      id: 1,
      name: 'Engines',
      color: 'AABBCC',
      description: 'Of <b>all</b> kinds',
      position: 2,
      read_restricted: false,
    },
    { id: 2, name: 'Staff', color: '000000', description: null, position: 1, read_restricted: true },
  ],
  tags: [
    { id: 1, name: 'steam' },
    { id: 2, name: 'canary-tag' },
  ],
  topic_tags: [
    { topic_id: 1, tag_id: 1 },
    { topic_id: 2, tag_id: 2 },
  ],
  topics: [
    topic(1, 'The first engine', 1, { closed: true, pinned_at: AT, pinned_globally: true }),
    topic(2, 'A canary', 2),
    topic(3, 'Deleted', 1, { deleted_at: AT }),
    topic(4, 'Unlisted', 1, { visible: false }),
    topic(5, 'To you', null, { archetype: 'private_message' }),
    topic(6, 'To many', null, { archetype: 'private_message' }),
    topic(7, 'Without a category', null),
  ],
  posts: [
    post(1, 1, 1, 1, '<p>It has <strong>wheels</strong></p>', { version: 2, last_version_at: LATER }),
    post(2, 1, 2, 2, '<p>A comment</p>'),
    post(3, 1, 3, 1, '<p>An answer</p>', { reply_to_post_number: 2 }),
    post(4, 1, 4, 2, '<p>An answer to the answer</p>', { reply_to_post_number: 3 }),
    post(5, 1, 5, 1, '<p>canary whisper</p>', { post_type: 4 }),
    post(6, 1, 6, 1, '<p>closed</p>', { post_type: 3 }),
    post(7, 1, 7, 2, '<p>canary hidden</p>', { hidden: true }),
    post(8, 1, 8, 2, '<p>Answers the first</p>', { reply_to_post_number: 1 }),
    post(9, 2, 1, 1, '<p>canary in private</p>'),
    post(10, 2, 2, 1, '<p>canary in private too</p>'),
    post(11, 3, 1, 1, '<p>canary deleted</p>'),
    post(12, 5, 1, 1, '<p>Good <em>evening</em></p>'),
    post(13, 6, 1, 1, '<p>canary for three</p>'),
    post(14, 7, 1, 3, '<p>Elsewhere</p>'),
    post(15, 4, 1, 3, '<p>canary unlisted</p>'),
  ],
  post_actions: [
    { id: 1, post_id: 1, user_id: 2, post_action_type_id: 2, created_at: AT, deleted_at: null },
    { id: 2, post_id: 2, user_id: 1, post_action_type_id: 2, created_at: AT, deleted_at: null },
    { id: 3, post_id: 3, user_id: 2, post_action_type_id: 2, created_at: AT, deleted_at: AT },
    { id: 4, post_id: 3, user_id: 2, post_action_type_id: 8, created_at: AT, deleted_at: null },
  ],
  bookmarks: [
    { user_id: 2, bookmarkable_id: 3, bookmarkable_type: 'Post', created_at: AT },
    { user_id: 2, bookmarkable_id: 1, bookmarkable_type: 'Topic', created_at: AT },
  ],
  muted_users: [{ user_id: 1, muted_user_id: 3 }],
  topic_allowed_users: [
    { topic_id: 5, user_id: 1 },
    { topic_id: 5, user_id: 2 },
    ...[1, 2, 3].map((user_id) => ({ topic_id: 6, user_id })),
  ],
  permalinks: [{ url: 'old/engine.html', topic_id: 1, post_id: null, category_id: null }],
}

let world: World
let report: Awaited<ReturnType<typeof importDump>>

beforeAll(async () => {
  world = await makeWorld()
  report = await importDump(world, discourse, writeDump(copyDump(TABLES)))
})
afterAll(() => world.close())

test('what guests could read is imported, and all else is explained', async () => {
  expect(report.topics.different).toEqual([])
  expect(report.is_complete).toBe(true)
  expect(summaryOf(report)).toEqual([
    ['member', 4, 3, ['1 only wrote by mail and has no account']],
    ['concept', 3, 2, ['1 is a private category']],
    ['post', 5, 2, ['1 is in a private category', '1 is unlisted', '1 was deleted']],
    [
      ...['comment', 8, 4],
      [
        '1 is a notice of the software',
        '1 is a whisper',
        '1 is hidden',
        '1 its topic is in a private category',
      ],
    ],
    ['vote', 2, 2, []],
    ['bookmark', 1, 1, []],
    ['block', 1, 1, []],
    ['message', 2, 1, ['1 its conversation does not have exactly two members']],
    ['sanction', 1, 1, []],
    ['address', 10, 10, []],
  ])
  expect(await isAnywhere(world, 'canary')).toBe(false)
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

test('members have names, profiles and passwords', async () => {
  const { rows } = await sql<Record<string, string>>`
    select p.username, p.full_name, u.email, u.email_verified, p.bio, p.location, a.password,
      exists (select from sanctions s where s.member_id = p.id and s.message = 'Shouting') as is_suspended
    from imported i join users u on u.id = i.id join profiles p on p.id = u.id left join accounts a on a.user_id = u.id
    where i.kind = 'member' order by i.old_id`.execute(world.db)
  expect(rows).toMatchObject([
    {
      username: 'ada_2',
      full_name: 'Ada Byron',
      email: 'ada@example.org',
      email_verified: true,
      location: 'London',
    },
    { username: 'bob_b', full_name: 'bob.b', email: 'bob@example.org', email_verified: false },
    { username: 'loud', is_suspended: true },
  ])
  expect(await verifyImported(rows[0]?.password as string, 'correct horse')).toBe(true)
  expect(await verifyImported(rows[0]?.password as string, 'wrong horse')).toBe(false)
})

test('discussions have their texts, times, answers and concepts', async () => {
  const { rows } = await sql`
    select p.title, p.content, p.created_at::text as at, p.edited_at is not null as is_edited, p.is_pinned,
      p.locked_at is not null as is_locked, p.view_count, p.votes_score,
      array(select c.name from post_concepts pc join concepts c on c.id = pc.concept_id where pc.post_id = p.id
        order by pc.position) as concepts
    from posts p join imported i on i.id = p.id and i.kind = 'post' order by i.old_id`.execute(world.db)
  expect(rows).toMatchObject([
    {
      ...{ title: 'The first engine', content: '<p>It has <strong>wheels</strong></p>', is_edited: true },
      ...{ is_pinned: true, is_locked: true, view_count: 12, votes_score: 1, concepts: ['Engines', 'steam'] },
      at: expect.stringContaining('2020-05-01 12:00:00.123'),
    },
    { title: 'Without a category', concepts: [], is_edited: false },
  ])
  expect(await importedComments(world)).toMatchObject([
    { old_id: '2', content: 'A comment', parent: null, votes_score: 1 },
    { old_id: '3', content: 'An answer', parent: '2', answered: null },
    { old_id: '4', content: 'An answer to the answer', parent: '2', answered: '3' },
    { old_id: '8', content: 'Answers the first', parent: null },
  ])
  const messages = await sql`select content, is_read from messages`.execute(world.db)
  expect(messages.rows).toEqual([{ content: 'Good *evening*', is_read: true }])
})
