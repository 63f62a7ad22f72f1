import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withMails } from '../../../tests/mails.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { CHOICE_KINDS, type ChoiceKind, type NotificationChoice } from '../../people/notifications/policy.ts'
import { readSubscription } from './subscription.server.ts'

let world: World
let mails: ReturnType<typeof withMails>['mails']
let ada: Viewer
let bo: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
  mails = withMails(world.services).mails
  bo = world.people.other
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate mail_items`.execute(world.db)
  ada = await world.buildMember({ full_name: 'Ada Lin' })
  post = await world.buildPost({ author: ada, title: 'On slow change' })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const choose = (kind: ChoiceKind, choice: Partial<NotificationChoice>, who = ada) =>
  call(router.notificationChoices.update, { choices: { [kind]: choice } }, as(who))
const soon = (kind: ChoiceKind) => choose(kind, { email: 'soon' })
const comment = async (content: string, by = bo, parent_id?: string) =>
  (await call(router.comments.create, { id: post, content, ...(parent_id && { parent_id }) }, as(by))).id

test('a member who has chosen nothing is mailed replies and mentions, but not votes and follows', async () => {
  await comment(`What does @${ada.username} think?`)
  await comment('Well said.')
  await call(router.votes.post, { id: post, vote_type: 1 }, as(bo))
  await call(router.follows.add, { username: ada.username }, as(bo))
  const { rows } =
    await sql`select kind, due_at is not null as is_soon from mail_items order by kind`.execute(world.db)
  expect(rows).toEqual([
    { kind: 'comment', is_soon: true },
    { kind: 'comment', is_soon: true },
  ])
  const [mail, ...others] = await mails.whenDue()
  expect(others).toEqual([])
  expect(mail?.text).toContain('Well said.')
})

test('nothing is mailed that somebody has turned off', async () => {
  for (const kind of ['comment', 'mention'] as const) await choose(kind, { email: 'off' })
  await comment(`What does @${ada.username} think?`)
  expect(await mails.whenDue()).toEqual([])
  const { rows } = await sql`select from mail_items`.execute(world.db)
  expect(rows, 'and nothing is kept for it').toEqual([])
})

test('five comments are one mail, a quarter of an hour after the first', async () => {
  await soon('comment')
  const ids = []
  for (let n = 1; n <= 5; n++)
    ids.push(await comment(`Thought ${n} of **five**, see https://example.org/${n}`))
  expect(await mails.tick()).toEqual([])
  const [mail, ...others] = await mails.whenDue()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: expect.stringContaining('@'),
    subject: '[The Threshold] On slow change',
  })
  for (const [n, id] of ids.entries()) {
    expect(mail?.text).toContain(`> Thought ${n + 1} of`)
    expect(mail?.text).toContain(
      `http://localhost:3000/post/${post}/on-slow-change?comment=${id}#comment-${id}`,
    )
    expect(mail?.html).toContain(`Thought ${n + 1} of`)
  }
  expect(mail?.text).toContain('On slow change\n\nBo Kirk commented\n')
  expect(mail?.text.replaceAll('\n', ' ')).toContain(
    'your settings are to email you when someone comments on your post',
  )
  expect(await mails.whenDue(), 'once').toEqual([])
})

test('mails about a discussion stand together, and each has a way out', async () => {
  await soon('comment')
  await comment('First')
  const [one] = await mails.whenDue()
  await comment('Second')
  const [two] = await mails.whenDue()
  expect(one?.subject).toBe(two?.subject)
  expect(one?.list?.thread).toBe(`thread-${post}@localhost`)
  expect(two?.list?.thread).toBe(one?.list?.thread)
  expect(one?.list?.messageId).not.toBe(two?.list?.messageId)
  expect(one?.list).toMatchObject({ name: 'The Threshold', id: 'notifications.localhost' })
  const links = one?.text.match(/http:\S+\/unsubscribe\/\S+/g) ?? []
  const secret = 'a secret for tests, 32 characters'
  expect(links.map((link) => readSubscription(secret, link.split('/').at(-1) as string))).toEqual([
    { member_id: ada.id, subscription: { about: 'kinds', kinds: ['comment'] } },
    { member_id: ada.id, subscription: { about: 'post', post_id: post } },
  ])
  expect(one?.list?.unsubscribe).toBe(links[0])
  expect(one?.html).not.toMatch(/<img|<script|src=/)
})

describe('is not mailed any more', () => {
  const cases: [string, (id: string) => Promise<unknown>][] = [
    [
      'what was read in the discussion',
      () => call(router.reads.update, { id: post, until: new Date().toISOString() }, as(ada)),
    ],
    ['what was read in the bell', () => call(router.notifications.readAll, undefined, as(ada))],
    ['what its author deleted', (id) => call(router.comments.remove, { id }, as(bo))],
    [
      'what a moderator removed',
      (id) => call(router.removals.removeComment, { id, reason: 'Spam.' }, as(world.people.moderator)),
    ],
    [
      'what stands in a removed post',
      () => call(router.removals.removePost, { id: post, reason: 'Spam.' }, as(world.people.moderator)),
    ],
    ['what a muted member wrote', () => call(router.mutes.add, { username: bo.username }, as(ada))],
    ['what a blocked member wrote', () => call(router.blocks.add, { username: bo.username }, as(ada))],
    ['what stands in a muted discussion', () => call(router.postMutes.add, { id: post }, as(ada))],
    ['a kind that is no longer wanted', () => choose('comment', { email: 'off' })],
    [
      'anything to an address that is not verified',
      () => world.db.updateTable('users').set({ email_verified: false }).where('id', '=', ada.id).execute(),
    ],
  ]

  test.each(cases)('%s', async (_, meanwhile) => {
    await soon('comment')
    const id = await comment('A thought')
    await meanwhile(id)
    expect(await mails.whenDue()).toEqual([])
    await call(router.blocks.remove, { username: bo.username }, as(ada))
    await call(router.mutes.remove, { username: bo.username }, as(ada))
  })
})

test('of several comments those are mailed that are still there', async () => {
  await soon('comment')
  const gone = await comment('Forget this')
  await comment('Keep that')
  await call(router.comments.remove, { id: gone }, as(bo))
  const [mail] = await mails.whenDue()
  expect(mail?.text).toContain('Keep that')
  expect(mail?.text).not.toContain('Forget')
})

test('what is edited meanwhile is mailed as it is then', async () => {
  await soon('comment')
  const id = await comment('Wrong')
  await call(router.comments.update, { id, content: 'Right' }, as(bo))
  const [mail] = await mails.whenDue()
  expect(mail?.text).toContain('> Right')
  expect(mail?.text).not.toContain('Wrong')
})

test('what the bell does not tell can be mailed, and the other way round', async () => {
  await choose('comment', { in_app: false, email: 'soon' })
  await comment('A thought')
  expect(await call(router.notifications.list, {}, as(ada))).toMatchObject({ items: [], unread: 0 })
  expect(await mails.whenDue()).toHaveLength(1)
  await choose('comment', { in_app: true, email: 'off' })
  await comment('Another')
  expect(await call(router.notifications.list, {}, as(ada))).toMatchObject({ unread: 1 })
  expect(await mails.whenDue()).toEqual([])
})

test('who follows a discussion is mailed every comment, though the bell tells of it once', async () => {
  const reader = await world.buildMember()
  await choose('followed_post', { email: 'soon' }, reader)
  await choose('comment', { email: 'off' })
  await call(router.postFollows.add, { id: post }, as(reader))
  for (const words of ['One', 'Two', 'Three']) await comment(words)
  const [mail, ...others] = await mails.whenDue()
  expect(others).toEqual([])
  for (const words of ['One', 'Two', 'Three']) expect(mail?.text).toContain(`> ${words}`)
})

test('who wants mentions by mail and no comments gets a comment that mentions them, once', async () => {
  await choose('comment', { email: 'off' })
  await soon('mention')
  const id = await comment(`@${ada.username}, look`)
  await call(router.comments.update, { id, content: `@${ada.username}, look again` }, as(bo))
  await comment('Not to you')
  const [mail, ...others] = await mails.whenDue()
  expect(others).toEqual([])
  expect(mail?.text).toContain('mentioned you in a comment')
  expect(mail?.text).not.toContain('Not to you')
  await call(router.comments.update, { id, content: `@${ada.username}, and again` }, as(bo))
  expect(await mails.whenDue()).toEqual([])
})

test('every kind is mailed, with its words', async () => {
  for (const kind of CHOICE_KINDS) await soon(kind)
  const { id: note } = await call(router.notes.create, { content: 'A note of mine' }, as(ada))
  await call(router.notes.reply, { id: note, content: 'Likewise' }, as(bo))
  await call(router.notes.like, { id: note }, as(bo))
  await call(router.votes.post, { id: post, vote_type: 1 }, as(bo))
  await call(router.follows.add, { username: ada.username }, as(bo))
  const sent = await mails.whenDue()
  const text = sent.map((mail) => mail.text).join('\n')
  for (const words of [
    'Bo Kirk replied to your note',
    'Bo Kirk liked your note',
    'Bo Kirk voted for your post',
    'Bo Kirk started following you',
  ])
    expect(text).toContain(words)
  expect(sent.map(({ subject }) => subject).sort()).toEqual([
    '[The Threshold] Bo Kirk started following you',
    '[The Threshold] On slow change',
    '[The Threshold] Your note',
  ])
  await call(router.follows.remove, { username: ada.username }, as(bo))
})

test('a vote and a follow that were taken back are nothing to tell', async () => {
  await soon('vote')
  await soon('follow')
  await call(router.votes.post, { id: post, vote_type: 1 }, as(bo))
  await call(router.follows.add, { username: ada.username }, as(bo))
  await call(router.votes.post, { id: post, vote_type: 0 }, as(bo))
  await call(router.follows.remove, { username: ada.username }, as(bo))
  expect(await mails.whenDue()).toEqual([])
})

test('a mail server that is away gets the mail later, and once', async () => {
  await soon('comment')
  await comment('A thought')
  mails.refusal = new Error('The mail server is away.')
  expect(await mails.whenDue()).toEqual([])
  mails.refusal = undefined
  expect(await mails.tick()).toHaveLength(1)
  expect(await mails.tick()).toEqual([])
})

test('what has become the digest’s meanwhile waits for it', async () => {
  await soon('comment')
  await call(router.digest.update, { frequency: 'daily', hour: 8, time_zone: 'UTC' }, as(ada))
  await comment('A thought')
  await choose('comment', { email: 'digest' })
  expect(await mails.whenDue()).toEqual([])
  expect((await mails.whenDigestsDue())[0]?.text).toContain('A thought')
})
