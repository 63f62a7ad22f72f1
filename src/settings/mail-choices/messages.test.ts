import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withMails } from '../../../tests/mails.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { readSubscription } from './subscription.server.ts'

let world: World
let mails: ReturnType<typeof withMails>['mails']
let ada: Viewer
let bo: Viewer

beforeAll(async () => {
  world = await makeWorld()
  mails = withMails(world.services).mails
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate mail_items`.execute(world.db)
  ada = await world.buildMember({ full_name: 'Ada Lin' })
  bo = await world.buildMember({ full_name: 'Bo Kirk' })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const send = (content: string, from = bo) =>
  call(router.conversations.send, { username: ada.username, content }, as(from))
const read = () => call(router.conversations.markRead, { username: bo.username }, as(ada))
const noMail = () =>
  call(router.notificationChoices.update, { choices: { message: { email: 'off' } } }, as(ada))

test('three unread messages are one mail with the sender and their number, but without their text', async () => {
  for (const text of ['The secret garden', 'Bring the key', 'At nine']) await send(text)
  expect(await mails.tick(), 'not at once').toEqual([])
  const [mail, ...others] = await mails.whenDue()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('[The Threshold] Messages from Bo Kirk')
  expect(mail?.text).toContain('3 new messages from Bo Kirk.')
  expect(mail?.text).toContain(`http://localhost:3000/messages?with=${bo.username}`)
  expect(mail?.text.replaceAll('\n', ' ')).toContain('to email you when someone sends you a message')
  for (const secret of ['garden', 'key', 'nine']) expect(JSON.stringify(mail)).not.toContain(secret)
  expect(await mails.whenDue(), 'once').toEqual([])
})

test('each conversation is a mail of its own, and a later message is mailed again in the same thread', async () => {
  await send('One')
  await send('Two', await world.buildMember({ full_name: 'Cy Moss' }))
  const first = await mails.whenDue()
  expect(first.map(({ text }) => /New message from [^.]+/.exec(text)?.[0]).sort()).toEqual([
    'New message from Bo Kirk',
    'New message from Cy Moss',
  ])
  await send('Three')
  const [second, ...others] = await mails.whenDue()
  expect(others).toEqual([])
  expect(second?.text).toContain('2 new messages from Bo Kirk.')
  expect(first.map(({ list }) => list?.thread)).toContain(second?.list?.thread)
  expect(first.map(({ list }) => list?.messageId)).not.toContain(second?.list?.messageId)
})

test('the link in the mail’s header ends only mails about messages', async () => {
  await send('One')
  const [mail] = await mails.whenDue()
  const token = mail?.list?.unsubscribe.split('/').at(-1) ?? ''
  expect(readSubscription('a secret for tests, 32 characters', token)).toEqual({
    member_id: ada.id,
    subscription: { about: 'kinds', kinds: ['message'] },
  })
})

describe('is not mailed', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a message that was read', read],
    ['a message of a muted member', () => call(router.mutes.add, { username: bo.username }, as(ada))],
    ['a message of a blocked member', () => call(router.blocks.add, { username: bo.username }, as(ada))],
    ['a message, if mails about messages were turned off', noMail],
    [
      'a message to an address that is not verified',
      () => world.db.updateTable('users').set({ email_verified: false }).where('id', '=', ada.id).execute(),
    ],
    [
      'a message that was deleted',
      () => world.db.deleteFrom('messages').where('sender_id', '=', bo.id).execute(),
    ],
  ])('%s', async (_, meanwhile) => {
    await send('One')
    await meanwhile()
    expect(await mails.whenDue()).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a member who is muted', () => call(router.mutes.add, { username: bo.username }, as(ada))],
    ['anybody, to a member who wants no mail', noMail],
  ])('a message of %s, and nothing is stored', async (_, before) => {
    await before()
    await send('One')
    const { rows } = await sql`select from mail_items`.execute(world.db)
    expect(rows).toEqual([])
  })
})

test('a message after a read one waits a quarter of an hour of its own', async () => {
  await send('One')
  await sql`update mail_items set due_at = due_at - interval '14 minutes'`.execute(world.db)
  await read()
  await send('Two')
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from due_at - now()) / 60)::integer as minutes from mail_items`.execute(
    world.db,
  )
  expect(rows).toEqual([{ minutes: 15 }])
  expect((await mails.whenDue())[0]?.text).toContain('New message from Bo Kirk.')
})

test('messages restored after a purge are not mailed', async () => {
  await world.db
    .insertInto('messages')
    .values({ sender_id: bo.id, recipient_id: ada.id, content: 'Old', created_at: '2026-01-01T00:00:00Z' })
    .execute()
  expect(await mails.whenDue()).toEqual([])
})
