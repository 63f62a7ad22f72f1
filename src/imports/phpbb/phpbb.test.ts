import { argon2id, bcrypt } from 'hash-wasm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  importDump,
  importedComments,
  insertDump,
  isAnywhere,
  summaryOf,
  writeDump,
} from '../../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { verifyImported } from '../../accounts/sign-in/imported-password.server.ts'
import { phpbb } from './phpbb.server.ts'

// The dump is constructed from the documented tables of phpBB 3.3.
const AT = 1_588_334_400
const PASSWORD = 'correct <horse>'
const ESCAPED = 'correct &lt;horse&gt;'

const user = (user_id: number, username: string, more = {}) => ({
  ...{
    user_id,
    username,
    user_type: 0,
    user_email: `${username}@example.org`.toLowerCase(),
    user_regdate: AT,
  },
  user_password: '$H$9phpass',
  ...more,
})
const forum = (forum_id: number, forum_name: string, more = {}) => ({
  ...{ forum_id, forum_name, left_id: forum_id, forum_desc: '', forum_type: 1, forum_password: '' },
  ...more,
})
const topic = (
  topic_id: number,
  forum_id: number,
  topic_first_post_id: number,
  topic_title: string,
  more = {},
) => ({
  ...{ topic_id, forum_id, topic_first_post_id, topic_title, topic_views: 5, topic_status: 0, topic_type: 0 },
  topic_visibility: 1,
  ...more,
})
const post = (post_id: number, topic_id: number, poster_id: number, post_text: string, more = {}) => ({
  ...{ post_id, topic_id, forum_id: 1, poster_id, post_text, post_time: AT + post_id, post_edit_time: 0 },
  post_visibility: 1,
  ...more,
})

async function tables() {
  const salt = new Uint8Array(16).fill(5)
  const bcryptHash = await bcrypt({ password: ESCAPED, salt, costFactor: 4, outputType: 'encoded' })
  const argonHash = await argon2id({
    ...{ password: PASSWORD, salt, iterations: 2, memorySize: 512, parallelism: 1, hashLength: 32 },
    outputType: 'encoded',
  })
  return {
    phpbb_users: [
      user(1, 'Anonymous', { user_type: 2 }),
      user(2, 'Tom &amp; Jerry', {
        user_password: bcryptHash.replace('$2a$', '$2y$'),
        user_email: 'tom@example.org',
      }),
      user(3, 'Eve', { user_password: argonHash }),
      user(4, 'Late', { user_type: 1 }),
      user(5, 'Bot', { user_type: 2 }),
    ],
    phpbb_groups: [
      { group_id: 1, group_name: 'GUESTS' },
      { group_id: 2, group_name: 'REGISTERED' },
    ],
    phpbb_acl_options: [
      { auth_option_id: 10, auth_option: 'f_read' },
      { auth_option_id: 11, auth_option: 'f_list' },
    ],
    phpbb_acl_roles_data: [
      { role_id: 7, auth_option_id: 10, auth_setting: 1 },
      { role_id: 8, auth_option_id: 10, auth_setting: 0 },
    ],
    phpbb_acl_groups: [
      { group_id: 1, forum_id: 1, auth_option_id: 0, auth_role_id: 7, auth_setting: 0 },
      { group_id: 2, forum_id: 2, auth_option_id: 10, auth_role_id: 0, auth_setting: 1 },
      { group_id: 1, forum_id: 3, auth_option_id: 10, auth_role_id: 0, auth_setting: 1 },
      { group_id: 1, forum_id: 3, auth_option_id: 0, auth_role_id: 8, auth_setting: 0 },
      { group_id: 1, forum_id: 4, auth_option_id: 10, auth_role_id: 0, auth_setting: 1 },
    ],
    phpbb_forums: [
      forum(1, 'Cats &amp; mice'),
      forum(2, 'Members only'),
      forum(3, 'Denied by a role'),
      forum(4, 'With a password', { forum_password: 'x' }),
      forum(5, 'A category', { forum_type: 0 }),
    ],
    phpbb_topics: [
      topic(1, 1, 1, 'The &quot;chase&quot;', { topic_status: 1, topic_type: 2 }),
      topic(2, 2, 5, 'canary for members'),
      topic(3, 3, 6, 'canary denied'),
      topic(4, 4, 7, 'canary behind a password'),
      topic(5, 1, 8, 'canary unapproved', { topic_visibility: 0 }),
      topic(6, 1, 1, 'Moved', { topic_status: 2 }),
    ],
    phpbb_posts: [
      post(1, 1, 2, '<r>I <B><s>[b]</s>run<e>[/b]</e></B></r>'),
      post(2, 1, 3, '<r><QUOTE author="Tom"><s>[quote="Tom"]</s>I run<e>[/quote]</e></QUOTE>Me too</r>'),
      post(3, 1, 1, '<t>By a guest</t>'),
      post(4, 1, 3, '<t>canary deleted</t>', { post_visibility: 2 }),
      post(5, 2, 2, '<t>canary</t>'),
      post(6, 3, 2, '<t>canary</t>'),
      post(7, 4, 2, '<t>canary</t>'),
      post(8, 5, 2, '<t>canary</t>'),
    ],
    phpbb_bookmarks: [{ topic_id: 1, user_id: 3 }],
    phpbb_zebra: [
      { user_id: 2, zebra_id: 3, friend: 0, foe: 1 },
      { user_id: 3, zebra_id: 2, friend: 1, foe: 0 },
    ],
    phpbb_privmsgs: [
      {
        ...{
          msg_id: 1,
          author_id: 2,
          message_time: AT,
          message_subject: 'Peace?',
          message_text: '<t>For a day</t>',
        },
        ...{ to_address: 'u_3', bcc_address: '' },
      },
      {
        ...{
          msg_id: 2,
          author_id: 2,
          message_time: AT,
          message_subject: 'All',
          message_text: '<t>canary</t>',
        },
        ...{ to_address: 'u_3:u_4', bcc_address: '' },
      },
    ],
    phpbb_banlist: [
      { ban_userid: 3, ban_start: AT, ban_end: 0, ban_exclude: 0, ban_give_reason: 'Claws' },
      { ban_userid: 4, ban_start: AT, ban_end: AT + 5, ban_exclude: 0, ban_give_reason: 'Over' },
    ],
  }
}

let world: World
let report: Awaited<ReturnType<typeof importDump>>

beforeAll(async () => {
  world = await makeWorld()
  report = await importDump(world, phpbb('phpbb_'), writeDump(insertDump(await tables())))
})
afterAll(() => world.close())

test('what guests could read is imported, and all else is explained', async () => {
  expect(report.topics.different).toEqual([])
  expect(report.is_complete).toBe(true)
  expect(summaryOf(report)).toEqual([
    ['member', 3, 3, []],
    ['concept', 4, 1, ['3 is a private forum']],
    ['post', 6, 1, ['1 is not visible', '1 leads to a topic that was moved', '3 is in a private forum']],
    ['comment', 3, 2, ['1 is not visible']],
    ['bookmark', 1, 1, []],
    ['follow', 1, 1, []],
    ['block', 1, 1, []],
    ['message', 2, 1, ['1 its conversation does not have exactly two members']],
    ['sanction', 1, 1, []],
    ['address', 1, 1, []],
  ])
  expect(await isAnywhere(world, 'canary')).toBe(false)
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

test('members have names and passwords, whether they were escaped before they were hashed or not', async () => {
  const { rows } = await sql<{ username: string; password: string | null }>`
    select p.username, p.full_name, u.email_verified, a.password
    from imported i join users u on u.id = i.id join profiles p on p.id = u.id left join accounts a on a.user_id = u.id
    where i.kind = 'member' order by i.old_id`.execute(world.db)
  expect(rows).toMatchObject([
    { username: 'Tom__Jerry', full_name: 'Tom & Jerry', email_verified: true },
    { username: 'Eve', email_verified: true },
    { username: 'Late', email_verified: false, password: null },
  ])
  for (const at of [0, 1]) {
    expect(await verifyImported(rows[at]?.password as string, PASSWORD)).toBe(true)
    expect(await verifyImported(rows[at]?.password as string, 'wrong')).toBe(false)
  }
})

test('discussions have their texts', async () => {
  const { rows } = await sql`
    select title, content, is_pinned, locked_at is not null as is_locked from posts p
    join imported i on i.id = p.id and i.kind = 'post'`.execute(world.db)
  expect(rows).toEqual([
    { title: 'The "chase"', content: '<p>I <strong>run</strong></p>', is_pinned: true, is_locked: true },
  ])
  expect(await importedComments(world)).toMatchObject([
    { old_id: '2', content: '> @Tom:  \n> I run\n\nMe too' },
    { old_id: '3', content: 'By a guest', is_by_guest: true },
  ])
  const messages = await sql`select content from messages`.execute(world.db)
  expect(messages.rows).toEqual([{ content: '**Peace?**\n\nFor a day' }])
})
