import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forkMailServer } from '../../../tests/forked-mail-server.ts'
import { withMails } from '../../../tests/mails.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { findViewer } from '../../accounts/session/session.server.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { type EmailMessage, type MailDelivery, mailer } from '../../platform/mail/mail.server.ts'
import { withRefusalCount } from './refusals-sql.server.ts'

let world: World
let server: Awaited<ReturnType<typeof forkMailServer>>
let deliver: MailDelivery
let ada: Viewer

beforeAll(async () => {
  world = await makeWorld()
  server = await forkMailServer()
  deliver = withRefusalCount(world.db, mailer({ ...world.services.config, SMTP_URL: server.url }))
})
afterAll(async () => {
  await server.stop()
  await world.close()
})
beforeEach(async () => {
  server.received.length = 0
  await sql`truncate mail_refusals`.execute(world.db)
  await sql`update users set email = id || '@gone.example'`.execute(world.db)
  ada = await world.buildMember()
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const live = (email: string) =>
  world.db.updateTable('users').set({ email }).where('id', '=', ada.id).execute()
const letter = (to: string): EmailMessage => ({ to, subject: 'News', text: 'Some.', html: '<p>Some.</p>' })
const isStopped = async () => (await findViewer(world.db, ada.id))?.mail_stopped ?? false
const write = async (email: string, times: number) => {
  for (let n = 0; n < times; n++) await deliver(letter(email))
}

test.each(['no-such-user@example.org', 'full@example.org'])(
  'three refusals in a row stop mail to %s, and no fewer',
  async (email) => {
    await live(email)
    await write(email, 2)
    expect(await isStopped()).toBe(false)
    await write(email, 1)
    expect(await isStopped()).toBe(true)
    expect(await findViewer(world.db, world.people.other.id)).not.toHaveProperty('mail_stopped')
  },
)

test('a mail that arrives between them begins anew', async () => {
  const email = 'no-such-user@example.org'
  await live(email)
  await write(email, 2)
  await live('kim@example.org')
  await write('kim@example.org', 1)
  await live(email)
  await write(email, 2)
  expect(await isStopped()).toBe(false)
  await live('full@example.org')
  await write('full@example.org', 2)
  expect(await isStopped(), 'another address').toBe(false)
  await write('FULL@example.org', 1)
  expect(await isStopped()).toBe(true)
})

test.each([
  ['4xx', 'later@example.org'],
  ['5.7.x, which is about us,', 'blocked@example.org'],
])('%s is tried again and counts for nothing', async (_, email) => {
  await live(email)
  for (let n = 0; n < 4; n++) await expect(deliver(letter(email))).rejects.toThrow()
  expect(await isStopped()).toBe(false)
})

test('a server that is away is tried again and counts for nothing', async () => {
  const nowhere = withRefusalCount(
    world.db,
    mailer({ ...world.services.config, SMTP_URL: 'smtp://127.0.0.1:9' }),
  )
  await live('kim@example.org')
  for (let n = 0; n < 3; n++) await expect(nowhere(letter('kim@example.org'))).rejects.toThrow()
  expect(await isStopped()).toBe(false)
})

test('an address of nobody is refused and forgotten', async () => {
  await write('no-such-user@example.org', 3)
  expect((await sql`select from mail_refusals where email like 'no-such%'`.execute(world.db)).rows).toEqual(
    [],
  )
})

test('nothing goes unasked to an address that was stopped, until its member says so or has another', async () => {
  const { mails } = withMails(world.services)
  const post = await world.buildPost({ author: ada })
  await call(router.notificationChoices.update, { choices: { comment: { email: 'soon' } } }, as(ada))
  const comment = () =>
    call(router.comments.create, { id: post, content: 'A thought' }, as(world.people.other))
  await live('no-such-user@example.org')
  await write('no-such-user@example.org', 3)
  await comment()
  expect(await mails.whenDue()).toEqual([])
  expect(await call(router.mailRefusals.remove, undefined, as(ada))).toEqual({ mail_stopped: false })
  expect(await isStopped()).toBe(false)
  await comment()
  expect(await mails.whenDue()).toHaveLength(1)
  await write('no-such-user@example.org', 3)
  await live('kim@example.org')
  expect(await isStopped()).toBe(false)
  await expect(call(router.mailRefusals.remove, undefined, as(null))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

test('a mail arrives with the headers that end it', async () => {
  const list = {
    unsubscribe: `https://forum.example/unsubscribe/${'x'.repeat(98)}`,
    name: 'The Threshold',
    id: 'notifications.forum.example',
    thread: 'thread-1@forum.example',
    messageId: '2@forum.example',
  }
  await deliver({ ...letter('kim@example.org'), list })
  await vi.waitFor(() => expect(server.received).toHaveLength(1))
  const text = (server.received[0]?.text ?? '').replace(/\r\n[ \t]+/g, ' ')
  expect(text).toMatch(/^List-ID: "?The Threshold"? <notifications\.forum\.example>\r$/m)
  for (const line of [
    'Auto-Submitted: auto-generated',
    `List-Unsubscribe: <${list.unsubscribe}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'References: <thread-1@forum.example>',
    'In-Reply-To: <thread-1@forum.example>',
    'Message-ID: <2@forum.example>',
  ])
    expect(text.split('\r\n')).toContain(line)
})
