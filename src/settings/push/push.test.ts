import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBrowserKeys } from '../../../tests/push-service.ts'
import { withPushes } from '../../../tests/pushes.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { ChoiceKind, NotificationChoice } from '../../people/notifications/policy.ts'
import { pushKeys } from './keys.server.ts'

let world: World
let pushes: Awaited<ReturnType<typeof withPushes>>
let ada: Viewer
let bo: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
  pushes = await withPushes(world)
  bo = world.people.other
})
afterAll(async () => {
  await pushes.service.stop()
  await world.close()
})
beforeEach(async () => {
  await sql`truncate push_items, push_subscriptions`.execute(world.db)
  pushes.queue.waiting = []
  pushes.service.answer.status = 201
  ada = await world.buildMember({ full_name: 'Ada Lin' })
  post = await world.buildPost({ author: ada, title: 'On slow change' })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const comment = async (content: string, by = bo) =>
  (await call(router.comments.create, { id: post, content }, as(by))).id
const message = (content: string, by = bo) =>
  call(router.conversations.send, { username: ada.username, content }, as(by))
const choose = (kind: ChoiceKind, choice: Partial<NotificationChoice>) =>
  call(router.notificationChoices.update, { choices: { [kind]: choice } }, as(ada))
const browsers = async (who = ada) => (await call(router.push.list, undefined, as(who))).items

test('a comment is pushed, encrypted for the browser and signed with the forum’s key', async () => {
  await pushes.subscribe(ada)
  const id = await comment('Well **said**.')
  expect(await pushes.tick()).toEqual([
    {
      title: 'Bo Kirk commented on “On slow change”',
      body: 'Well said.',
      path: `/post/${post}/on-slow-change?comment=${id}#comment-${id}`,
      tag: `post-${post}`,
      icon: '/icon-192.png',
      unread: 1,
    },
  ])
  const { claims, key, headers } = pushes.service.received.at(-1) ?? {}
  expect(key).toBe((await call(router.push.list, undefined, as(ada))).public_key)
  expect(claims).toMatchObject({ aud: pushes.service.origin, sub: 'mailto:no-reply@localhost' })
  expect((claims?.exp ?? 0) * 1000 - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000)
  expect(headers).toMatchObject({ ttl: '86400', topic: expect.stringMatching(/^[\w-]{32}$/) })
  expect(await pushes.tick(), 'once').toEqual([])
})

test('a message is pushed with its sender, but without its text', async () => {
  await pushes.subscribe(ada)
  await message('The secret of the garden')
  const [first] = await pushes.tick()
  expect(first).toMatchObject({
    title: 'New message from Bo Kirk',
    body: '',
    path: '/messages?with=bo_k',
    tag: `messages-${bo.id}`,
    unread: 1,
  })
  await message('Another one')
  const [second] = await pushes.tick()
  expect(second).toMatchObject({ title: '2 new messages from Bo Kirk', tag: first?.tag, unread: 2 })
  expect(JSON.stringify([first, second])).not.toContain('garden')
})

test('nothing is stored for a member without a browser', async () => {
  await comment('A thought')
  const { rows } = await sql`select from push_items`.execute(world.db)
  expect(rows).toEqual([])
})

test('votes and follows are pushed only if the member wants them, comments unless not', async () => {
  await pushes.subscribe(ada)
  await call(router.votes.post, { id: post, vote_type: 1 }, as(bo))
  await call(router.follows.add, { username: ada.username }, as(bo))
  expect(await pushes.tick()).toEqual([])
  await call(router.follows.remove, { username: ada.username }, as(bo))
  post = await world.buildPost({ author: ada, title: 'On slow change' })
  await choose('vote', { push: true })
  await choose('comment', { push: false })
  await call(router.votes.post, { id: post, vote_type: 1 }, as(bo))
  await comment('A thought')
  const titles = (await pushes.tick()).map(({ title }) => title)
  expect(titles).toEqual(['Bo Kirk voted for “On slow change”'])
})

test('a member who wants mentions but no comments is pushed a comment that mentions them, once', async () => {
  await pushes.subscribe(ada)
  await choose('comment', { push: false })
  await comment(`@${ada.username}, look`)
  const titles = (await pushes.tick()).map(({ title }) => title)
  expect(titles).toEqual(['Bo Kirk mentioned you in a comment on “On slow change”'])
})

test('what the bell does not show can be pushed', async () => {
  await pushes.subscribe(ada)
  await choose('comment', { in_app: false })
  await comment('A thought')
  expect(await pushes.tick()).toHaveLength(1)
})

describe('is not pushed any more', () => {
  const cases: [string, (id: string) => Promise<unknown>][] = [
    ['what was read', () => call(router.notifications.readAll, undefined, as(ada))],
    ['what its author deleted', (id) => call(router.comments.remove, { id }, as(bo))],
    [
      'what a moderator removed',
      (id) => call(router.removals.removeComment, { id, reason: 'Spam.' }, as(world.people.moderator)),
    ],
    ['what a muted member wrote', () => call(router.mutes.add, { username: bo.username }, as(ada))],
    ['what a blocked member wrote', () => call(router.blocks.add, { username: bo.username }, as(ada))],
    ['what stands in a muted discussion', () => call(router.postMutes.add, { id: post }, as(ada))],
    ['a kind that is no longer wanted', () => choose('comment', { push: false })],
    [
      'anything to a session that ended',
      () => world.db.deleteFrom('sessions').where('user_id', '=', ada.id).execute(),
    ],
    [
      'anything to a session that expired',
      () =>
        world.db
          .updateTable('sessions')
          .set({ expires_at: sql<string>`now()` })
          .where('user_id', '=', ada.id)
          .execute(),
    ],
    [
      'an event of an hour ago',
      () => sql`update push_items set created_at = now() - interval '61 minutes'`.execute(world.db),
    ],
  ]

  test.each(cases)('%s', async (_, meanwhile) => {
    await pushes.subscribe(ada)
    const id = await comment('A thought')
    await meanwhile(id)
    expect(await pushes.tick()).toEqual([])
    expect(pushes.queue.waiting).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'a message that was read',
      () => call(router.conversations.markRead, { username: bo.username }, as(ada)),
    ],
    ['a message of a muted member', () => call(router.mutes.add, { username: bo.username }, as(ada))],
    ['a message of a blocked member', () => call(router.blocks.add, { username: bo.username }, as(ada))],
    ['a message, if messages are not wanted', () => choose('message', { push: false })],
  ])('%s', async (_, meanwhile) => {
    await pushes.subscribe(ada)
    await message('A thought')
    await meanwhile()
    expect(await pushes.tick()).toEqual([])
  })
})

describe('a push service that', () => {
  test.each([404, 410])('responds with %i has ended the subscription', async (status) => {
    await pushes.subscribe(ada)
    pushes.service.answer.status = status
    await comment('A thought')
    await pushes.tick()
    expect(await browsers()).toEqual([])
    expect(pushes.queue.waiting).toEqual([])
  })

  test.each([429, 500, 503])('responds with %i is tried again, for an hour', async (status) => {
    await pushes.subscribe(ada)
    pushes.service.answer.status = status
    await comment('A thought')
    await pushes.tick()
    expect(pushes.queue.waiting).toHaveLength(1)
    pushes.service.answer.status = 201
    expect(await pushes.tick()).toMatchObject([{ body: 'A thought' }])
    expect(pushes.queue.waiting).toEqual([])
    expect(await browsers()).toHaveLength(1)
  })

  test('does not respond is tried again', async () => {
    await pushes.subscribe(ada, { ...pushes.service.subscription, endpoint: 'http://127.0.0.1:1/none' })
    await comment('A thought')
    await pushes.tick()
    expect(pushes.queue.waiting).toHaveLength(1)
    await sql`update push_items set created_at = now() - interval '61 minutes'`.execute(world.db)
    await pushes.tick()
    expect(pushes.queue.waiting, 'an hour later').toEqual([])
  })

  test.each(['https://10.0.0.1/x', 'https://[::ffff:169.254.169.254]/x', 'https://192.168.1.1:8443/x'])(
    'is at %s gets nothing and loses the subscription',
    async (endpoint) => {
      await pushes.subscribe(ada, { ...pushes.service.subscription, endpoint })
      await comment('A thought')
      await pushes.tick()
      expect(await browsers()).toEqual([])
      expect(pushes.queue.waiting).toEqual([])
    },
  )
})

describe('a subscription', () => {
  const save = (input: object, who: Viewer | null = ada) =>
    call(router.push.save, { ...pushes.service.subscription, ...input }, as(who))
  const endpoint = 'https://push.example.com/x'

  test.each<[string, object]>([
    ['http', { endpoint: 'http://push.example.com/x' }],
    ['http on this machine', { endpoint: 'http://127.0.0.1:9/x' }],
    ['another protocol', { endpoint: 'ftp://push.example.com/x' }],
    ['a password in its URL', { endpoint: 'https://me:secret@push.example.com/x' }],
    ['no URL', { endpoint: 'push' }],
    ['a URL of 1,001 characters', { endpoint: endpoint.padEnd(1001, 'x') }],
    ['a short key', { endpoint, p256dh: 'BAAA' }],
    ['a key that is not on the curve', { endpoint, p256dh: `B${'A'.repeat(86)}` }],
    ['a short secret', { endpoint, auth: 'A'.repeat(21) }],
    ['a long secret', { endpoint, auth: 'A'.repeat(23) }],
  ])('with %s is refused', async (_, input) => {
    await expect(save(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await browsers()).toEqual([])
  })

  test('of a guest is refused', async () => {
    await expect(save({ endpoint }, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(router.push.list, undefined, as(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('replaces the one of its session, and takes its endpoint from an earlier session', async () => {
    await save({ endpoint: `${endpoint}1` })
    await save({ endpoint: `${endpoint}2` })
    expect(await browsers()).toHaveLength(1)
    await save({ endpoint: `${endpoint}2` }, bo)
    expect(await browsers()).toEqual([])
    expect(await browsers(bo)).toMatchObject([{ is_current: true, browser: null, system: null }])
  })

  test('is one of at most ten', async () => {
    const session = async (n: number) => {
      const { id } = await world.db
        .insertInto('sessions')
        .values({ user_id: ada.id, token: `${ada.id} ${n}`, expires_at: sql`now() + interval '1 day'` })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { ...world.asContext(ada), session: { id, expires_at: '' } }
    }
    const add = async (n: number) =>
      call(
        router.push.save,
        { endpoint: `${endpoint}${n}`, ...createBrowserKeys().keys },
        { context: await session(n) },
      )
    for (let n = 0; n < 10; n++) await add(n)
    await expect(add(10)).rejects.toMatchObject({ code: 'CONFLICT' })
    await world.db
      .updateTable('sessions')
      .set({ expires_at: sql<string>`now()` })
      .where('user_id', '=', ada.id)
      .where('id', '<>', ada.id)
      .execute()
    await save({ endpoint: `${endpoint}11` })
    expect(await browsers(), 'expired sessions do not count').toHaveLength(1)
  })

  test('is removed only by its member', async () => {
    const { id } = await save({ endpoint })
    await expect(call(router.push.remove, { id }, as(bo))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(call(router.push.remove, { id }, as(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await call(router.push.remove, { id }, as(ada))
    expect(await browsers()).toEqual([])
    await expect(call(router.push.remove, { id }, as(ada))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('ends when the member ends its session elsewhere', async () => {
    await save({ endpoint })
    await call(router.me.endOtherSessions, undefined, {
      context: { ...world.asContext(ada), session: { id: await freshSession(), expires_at: '' } },
    })
    expect(await browsers()).toEqual([])
  })

  async function freshSession(): Promise<string> {
    const { id } = await world.db
      .insertInto('sessions')
      .values({ user_id: ada.id, token: `fresh ${ada.id}`, expires_at: sql`now() + interval '1 day'` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
})

test('the forum creates its keys once, even if two nodes start at the same time', async () => {
  await sql`truncate push_keys`.execute(world.db)
  const [one, other] = await Promise.all([pushKeys(world.db), pushKeys(world.db)])
  expect(one).toEqual(other)
  const shown = await call(router.push.list, undefined, as(ada))
  expect(shown.public_key).toBe(one.public_key)
  expect(JSON.stringify(shown)).not.toContain(one.private_key)
})

test('the database announces an event to all nodes, so that they push it at once', async () => {
  const { bus } = world.services
  await bus.start()
  const announced = new Promise((done) => bus.subscribe('push', done))
  await pushes.subscribe(ada)
  await comment('A thought')
  expect(await announced).toBe(true)
})

test('messages cannot be hidden from the menu or added to the digest', async () => {
  for (const choice of [{ in_app: false }, { email: 'digest' as const }])
    await expect(choose('message', choice)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
