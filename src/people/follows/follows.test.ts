import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { RESPONSE_CACHE_CHANNEL } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { FOLLOW_PAGE } from './policy.ts'

let world: World
let ada: Viewer
let bo: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember({ full_name: 'Ada Lin' })
  bo = await world.buildMember()
})

describe('a follow', () => {
  test('is there after it was set, however often, and not after it was taken back', async () => {
    const [following, not] = [
      { following: true, followers_count: 1 },
      { following: false, followers_count: 0 },
    ]
    expect(await follow(ada, bo.username)).toEqual(following)
    expect(await follow(ada, bo.username)).toEqual(following)
    expect(await namesOf('following', ada)).toEqual([bo.username])
    expect(await unfollow(ada, bo.username)).toEqual(not)
    expect(await unfollow(ada, bo.username)).toEqual(not)
    expect(await namesOf('following', ada)).toEqual([])
  })

  test('finds a member in any case, and by a name they gave up lately', async () => {
    expect(await follow(ada, bo.username.toUpperCase())).toMatchObject({ following: true })
    const former = bo.username
    await rename(bo, `${former}-now`)
    expect(await unfollow(ada, former)).toMatchObject({ following: false })
  })

  test('is for members', async () => {
    for (const act of [follow, unfollow])
      await expect(act(null, bo.username)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('is not of oneself', async () => {
    for (const act of [follow, unfollow])
      await expect(act(ada, ada.username)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test.each([
    ['nobody', async () => 'nobody-here'],
    ['a name that cannot be', async () => 'no\0body'],
    ['a name that is too long for one', async () => 'n'.repeat(101)],
    ['who is not verified', unverified],
    ['who is not verified, by a former name', async () => renamed(await unverified())],
  ])('is not of %s', async (_, name) => {
    const username = await name()
    for (const act of [follow, unfollow])
      await expect(act(ada, username)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await namesOf('following', ada)).toEqual([])
  })

  test('toggled a hundred times at once is one row, one entry, one notification', async () => {
    const toggles = Array.from({ length: 100 }, (_, i) => (i % 2 ? unfollow : follow)(ada, bo.username))
    await Promise.all(toggles)
    expect(await follow(ada, bo.username)).toEqual({ following: true, followers_count: 1 })
    expect(await namesOf('followers', bo)).toEqual([ada.username])
    expect(await actionsOf(ada)).toEqual(['member_followed'])
    const { items, unread } = await notificationsOf(bo)
    expect([items.length, unread]).toEqual([1, 1])
    expect(await drift()).toEqual([])
  })

  test('of many, in both directions at once, counts exactly', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => world.buildMember()))
    const pairs = members.flatMap((one) =>
      members.filter((other) => other !== one).map((other) => [one, other]),
    )
    await Promise.all(pairs.map(([one, other]) => follow(one as Viewer, other?.username ?? '')))
    for (const { username } of members)
      expect(await call(router.profiles.read, { username }, as(null))).toMatchObject({
        followers_count: 9,
        following_count: 9,
      })
    await Promise.all(pairs.map(([one, other]) => unfollow(one as Viewer, other?.username ?? '')))
    expect(await drift()).toEqual([])
  })

  test('drops the pages of both that show it, unless nothing changed', async () => {
    const dropped = vi.fn()
    const stop = world.services.bus.subscribe(RESPONSE_CACHE_CHANNEL, dropped)
    await follow(ada, bo.username)
    await follow(ada, bo.username)
    await unfollow(bo, ada.username)
    stop()
    expect(dropped.mock.calls).toEqual([[[`follows:${ada.id}`, `follows:${bo.id}`, 'activity']]])
  })

  test('is once and never of oneself for the database too', async () => {
    const insert = (follower_id: string, following_id: string) =>
      world.db.insertInto('user_follows').values({ follower_id, following_id }).execute()
    await insert(ada.id, bo.id)
    await expect(insert(ada.id, bo.id)).rejects.toMatchObject({
      constraint: 'user_follows_follower_id_following_id_key',
    })
    await expect(insert(ada.id, ada.id)).rejects.toMatchObject({ constraint: 'user_follows_not_oneself' })
    expect(await drift()).toEqual([])
  })

  test('goes with either of the two, and the counters follow', async () => {
    await follow(ada, bo.username)
    await follow(bo, ada.username)
    await world.db.deleteFrom('users').where('id', '=', ada.id).execute()
    expect(await namesOf('followers', bo)).toEqual([])
    expect(await actionsOf(bo)).toEqual([])
    expect(await notificationsOf(bo)).toMatchObject({ items: [], unread: 0 })
    expect(await drift()).toEqual([])
  })
})

test('counters that do not fit their follows are found', async () => {
  await follow(ada, bo.username)
  await world.db.updateTable('profiles').set({ followers_count: 7 }).where('id', '=', bo.id).execute()
  await world.db.updateTable('profiles').set({ following_count: 0 }).where('id', '=', ada.id).execute()
  expect(await drift()).toEqual([
    { counter: 'profiles.followers_count', id: bo.id, stored: 7, counted: 1 },
    { counter: 'profiles.following_count', id: ada.id, stored: 0, counted: 1 },
  ])
  await world.db.updateTable('profiles').set({ followers_count: 1 }).where('id', '=', bo.id).execute()
  await world.db.updateTable('profiles').set({ following_count: 1 }).where('id', '=', ada.id).execute()
})

describe('its notification', () => {
  const news = { type: 'follow', title: 'Ada Lin started following you', content: null, post_id: null }

  test('names the follower, and they are told at once', async () => {
    expect(await notifiedBy(world, () => follow(ada, bo.username))).toEqual([bo.id])
    const related_user = { id: ada.id, username: ada.username, full_name: 'Ada Lin', avatar_url: null }
    expect(await notificationsOf(bo)).toMatchObject({
      unread: 1,
      items: [{ ...news, is_read: false, related_user_id: ada.id, related_user }],
    })
    expect((await notificationsOf(ada)).items).toEqual([])
  })

  test('is withdrawn when it is unfollowed unread, and unread again when it returns', async () => {
    await follow(ada, bo.username)
    const before = await notificationsOf(bo)
    expect(await notifiedBy(world, () => unfollow(ada, bo.username))).toEqual([bo.id])
    expect(await notificationsOf(bo)).toEqual({ items: [], unread: 0, next: null })
    expect(await notifiedBy(world, () => follow(ada, bo.username))).toEqual([bo.id])
    expect(await notificationsOf(bo)).toEqual(before)
  })

  test('is still unread when it returns after all others were marked read', async () => {
    await follow(ada, bo.username)
    await unfollow(ada, bo.username)
    await call(router.notifications.readAll, undefined, as(bo))
    await follow(ada, bo.username)
    expect((await notificationsOf(bo)).unread).toBe(1)
  })

  const toggle = async (times = 1) => {
    for (let i = 0; i < times; i++) {
      await unfollow(ada, bo.username)
      await follow(ada, bo.username)
    }
  }
  const age = (interval: string) =>
    sql`update notifications set created_at = created_at - ${interval}::interval where user_id = ${bo.id}`.execute(
      world.db,
    )

  test('comes back once a day, however often the follow is toggled', async () => {
    await follow(ada, bo.username)
    await call(router.notifications.readAll, undefined, as(bo))
    const before = await notificationsOf(bo)
    expect(before).toMatchObject({ unread: 0, items: [{ ...news, is_read: true }] })
    expect(await notifiedBy(world, () => toggle(3))).toEqual([])
    expect(await notificationsOf(bo)).toEqual(before)

    await age('23 hours')
    expect(await notifiedBy(world, toggle)).toEqual([])
    await age('1 hour')
    expect(await notifiedBy(world, toggle)).toEqual([bo.id])
    await call(router.notifications.readAll, undefined, as(bo))
    expect(await notifiedBy(world, () => toggle(3))).toEqual([])
    await age('24 hours')
    await toggle()
    expect(await notificationsOf(bo)).toMatchObject({ unread: 1, items: [{ ...news, is_read: false }] })
  })

  test('returns on top after a day, and in its old place before', async () => {
    const other = await world.buildMember({ username: 'between' })
    const newestFirst = async () => (await notificationsOf(bo)).items.map((item) => item.related_user_id)
    await follow(ada, bo.username)
    await follow(other, bo.username)
    await toggle()
    expect(await newestFirst()).toEqual([other.id, ada.id])
    await age('25 hours')
    await toggle()
    expect(await newestFirst()).toEqual([ada.id, other.id])
  })
})

describe('followers and followed', () => {
  test(`are listed the latest first, ${FOLLOW_PAGE} a page, for everybody`, async () => {
    const members = await Promise.all(Array.from({ length: FOLLOW_PAGE + 3 }, () => world.buildMember()))
    for (const member of members) await follow(member, bo.username)
    const expected = members.map(({ username }) => username).toReversed()
    const first = await list('followers', bo.username)
    expect(first.items.map(({ profile }) => profile.username)).toEqual(expected.slice(0, FOLLOW_PAGE))
    await unfollow(members.at(-1) as Viewer, bo.username)
    const second = await list('followers', bo.username, first.next ?? '')
    expect(second.items.map(({ profile }) => profile.username)).toEqual(expected.slice(FOLLOW_PAGE))
    expect(second.next).toBeNull()
  })

  test('say who they are', async () => {
    await world.db.updateTable('profiles').set({ bio: 'Reads slowly.' }).where('id', '=', bo.id).execute()
    await follow(ada, bo.username)
    const { id, username } = bo
    expect(await list('following', ada.username)).toEqual({
      items: [
        {
          id: expect.any(String),
          created_at: expect.any(String),
          profile: { id, username, full_name: null, avatar_url: null, bio: 'Reads slowly.' },
        },
      ],
      next: null,
    })
  })

  test('of nobody are not found', async () => {
    for (const side of ['followers', 'following'] as const)
      for (const username of ['nobody-here', await unverified()])
        await expect(list(side, username)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['', 'x', 'WzEsMCwwLDAsLTEsLTFd'])('refuse the cursor %j', async (cursor) => {
    for (const side of ['followers', 'following'] as const)
      await expect(list(side, ada.username, cursor)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function follow(person: Viewer | null, username: string) {
  return call(router.follows.add, { username }, as(person))
}

function unfollow(person: Viewer | null, username: string) {
  return call(router.follows.remove, { username }, as(person))
}

function list(side: 'followers' | 'following', username: string, cursor?: string) {
  return call(router.follows[side], { username, cursor }, as(null))
}

async function namesOf(side: 'followers' | 'following', { username }: Viewer) {
  return (await list(side, username)).items.map(({ profile }) => profile.username)
}

function notificationsOf(person: Viewer) {
  return call(router.notifications.list, {}, as(person))
}

async function actionsOf(person: Viewer) {
  return (await call(router.activity.list, {}, as(person))).items.map(({ action }) => action)
}

async function unverified(): Promise<string> {
  const { id, username } = await world.buildMember()
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
  return username
}

async function renamed(username: string): Promise<string> {
  await world.db
    .updateTable('profiles')
    .set({ username: `${username}-now` })
    .where('username', '=', username)
    .execute()
  return username
}

function rename({ id }: Viewer, username: string) {
  return world.db.updateTable('profiles').set({ username }).where('id', '=', id).execute()
}

/** Lists all stored counters that differ from the actual number of rows. */
async function drift() {
  const { rows } =
    await sql`select counter, id, stored, counted from counter_drift() order by counter`.execute(world.db)
  return rows
}
