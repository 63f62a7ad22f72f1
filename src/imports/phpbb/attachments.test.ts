import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDump, insertDump, summaryOf, writeDump } from '../../../tests/import-dumps.ts'
import { pngFile } from '../../../tests/pictures.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { GuestQueues } from '../../core/guest-queues.server.ts'
import { oldAddresses } from '../old-addresses.server.ts'
import { phpbb } from './phpbb.server.ts'

let world: World
let folder: string

beforeAll(async () => {
  world = await makeWorld()
  folder = mkdtempSync(join(tmpdir(), 'threshold-phpbb-'))
  for (const name of ['files', 'images/avatars/upload']) mkdirSync(join(folder, name), { recursive: true })
  const png = Buffer.from(await (await pngFile()).arrayBuffer())
  for (const name of ['files/2_aaaa', 'files/2_bbbb', 'images/avatars/upload/salt_2.png'])
    writeFileSync(join(folder, name), png)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

const AT = 1_588_334_400
const attachment = (
  attach_id: number,
  post_msg_id: number,
  real_filename: string,
  physical_filename: string,
) => ({
  ...{ attach_id, post_msg_id, real_filename, physical_filename, in_message: 0, is_orphan: 0 },
  mimetype: real_filename.endsWith('.png') ? 'image/png' : 'application/zip',
})
const post = (post_id: number, post_text: string, topic_id = 1) => ({
  ...{
    post_id,
    topic_id,
    forum_id: topic_id,
    poster_id: 2,
    post_text,
    post_time: AT + post_id,
    post_edit_time: 0,
  },
  post_visibility: 1,
})

function dump(): string {
  const inline = (index: number, name: string) =>
    `<ATTACHMENT filename="${name}" index="${index}"><s>[attachment=${index}]</s>${name}<e>[/attachment]</e></ATTACHMENT>`
  return writeDump(
    insertDump({
      phpbb_config: [{ config_name: 'avatar_salt', config_value: 'salt' }],
      phpbb_users: [
        {
          ...{ user_id: 2, username: 'Tom', user_type: 0, user_email: 'tom@example.org', user_regdate: AT },
          ...{ user_password: '', user_avatar: '2_1600000000.png', user_avatar_type: 'avatar.driver.upload' },
        },
      ],
      phpbb_groups: [{ group_id: 1, group_name: 'GUESTS' }],
      phpbb_acl_options: [{ auth_option_id: 10, auth_option: 'f_read' }],
      phpbb_acl_groups: [{ group_id: 1, forum_id: 1, auth_option_id: 10, auth_role_id: 0, auth_setting: 1 }],
      phpbb_forums: [1, 2].map((forum_id) => ({
        ...{
          forum_id,
          forum_name: `Forum ${forum_id}`,
          left_id: forum_id,
          forum_desc: '',
          forum_type: 1,
          forum_password: '',
        },
      })),
      phpbb_topics: [1, 2].map((topic_id) => ({
        ...{
          topic_id,
          forum_id: topic_id,
          topic_first_post_id: topic_id * 10,
          topic_title: `Topic ${topic_id}`,
        },
        ...{ topic_views: 0, topic_status: 0, topic_type: 0, topic_visibility: 1 },
      })),
      phpbb_posts: [
        post(10, `<r>First ${inline(1, 'one.png')} then ${inline(0, 'notes.zip')}.</r>`),
        post(11, '[attachment=0:1a2b3c4d]<!-- ia0 -->lost.png<!-- ia0 -->[/attachment:1a2b3c4d] is lost'),
        post(12, '<t>See below</t>'),
        post(20, '<t>Private</t>', 2),
      ],
      phpbb_attachments: [
        attachment(1, 10, 'one.png', '2_aaaa'),
        attachment(2, 10, 'notes.zip', '2_zzzz'),
        attachment(3, 11, 'lost.png', '2_lost'),
        attachment(4, 12, 'two [b].png', '2_bbbb'),
        attachment(5, 20, 'private.png', '2_aaaa'),
      ],
    }),
  )
}

const texts = async () => {
  const { rows } = await sql<{ content: string }>`
    select coalesce(p.content, c.content) as content from imported i
    left join posts p on p.id = i.id left join comments c on c.id = i.id
    where i.kind in ('post', 'comment') order by i.kind desc, i.old_id`.execute(world.db)
  return rows.map(({ content }) => content)
}

test('attached pictures are shown where they were, or below the text', async () => {
  const report = await importDump(world, phpbb('phpbb_'), dump(), false, folder)
  expect(report.topics.different).toEqual([])
  expect(summaryOf(report)).toEqual([
    ['member', 1, 1, []],
    ['avatar', 1, 1, []],
    ['concept', 2, 1, ['1 is a private forum']],
    ['picture', 3, 2, ['1 its file is missing']],
    ['post', 2, 1, ['1 is in a private forum']],
    ['comment', 2, 2, []],
    ['address', 7, 5, ['2 what it leads to was not imported']],
  ])
  const shown = String.raw`\(/files/pictures/[\da-f-]{36}\.webp\)`
  const [first, second, third] = await texts()
  expect(first).toMatch(new RegExp(`^<p>First !\\[one\\.png\\]${shown} then notes\\.zip\\.</p>$`))
  expect(second).toBe('lost.png is lost')
  expect(third).toMatch(new RegExp(`^See below\n\n!\\[two b\\.png\\]${shown}$`))
})

test('addresses of attachments lead to the pictures', async () => {
  const routes = oldAddresses(world.services, new GuestQueues(world.services))
  const ask = async (id: number) => (await routes.request(`/download/file.php?id=${id}&mode=view`)).status
  expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([301, 404, 404, 301, 404])
})
