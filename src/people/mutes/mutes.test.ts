import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { RELATION_PAGE } from './policy.ts'

let world: World
let ada: Viewer
let bo: Viewer
let carol: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember({ full_name: 'Ada Lin' })
  bo = await world.buildMember({ full_name: 'Bo Kirk' })
  carol = await world.buildMember({ full_name: 'Carol Sun' })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const mute = (who: Viewer | null, { username }: Viewer) => call(router.mutes.add, { username }, as(who))
const unmute = (who: Viewer | null, { username }: Viewer) => call(router.mutes.remove, { username }, as(who))
const block = (who: Viewer | null, { username }: Viewer) => call(router.blocks.add, { username }, as(who))
const unblock = (who: Viewer | null, { username }: Viewer) =>
  call(router.blocks.remove, { username }, as(who))
const follow = (who: Viewer, { username }: Viewer) => call(router.follows.add, { username }, as(who))
const write = (who: Viewer, { username }: Viewer, id = newId()) =>
  call(router.conversations.send, { username, id, content: 'Hello' }, as(who))
const inbox = (person: Viewer) => call(router.conversations.list, {}, as(person))
const news = async (person: Viewer) => {
  const { items, unread } = await call(router.notifications.list, {}, as(person))
  return { titles: items.map(({ title }) => title), unread }
}
const voteFor = (who: Viewer, id: string, vote_type: 1 | 0 = 1) =>
  call(router.votes.post, { id, vote_type }, as(who))
const like = (who: Viewer, id: string) => call(router.notes.like, { id }, as(who))
const unlike = (who: Viewer, id: string) => call(router.notes.unlike, { id }, as(who))
const follows = async () =>
  (await world.db.selectFrom('user_follows').select(['follower_id', 'following_id']).execute()).filter(
    ({ follower_id }) => [ada.id, bo.id].includes(follower_id),
  )
const drift = async () => (await sql`select * from counter_drift()`.execute(world.db)).rows

describe('a mute and a block', () => {
  test('are states that are set, each for itself', async () => {
    expect(await mute(ada, bo)).toEqual({ muted: true, blocked: false })
    expect(await mute(ada, bo)).toEqual({ muted: true, blocked: false })
    expect(await block(ada, bo)).toEqual({ muted: true, blocked: true })
    expect(await unmute(ada, bo)).toEqual({ muted: false, blocked: true })
    expect(await unblock(ada, bo)).toEqual({ muted: false, blocked: false })
    expect(await unblock(ada, bo)).toEqual({ muted: false, blocked: false })
  })

  test.each([
    ['muted', mute],
    ['blocked', block],
  ])('nobody is %s who is not there, by oneself or by a guest', async (_, act) => {
    await expect(act(null, bo)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(act(ada, ada)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const username of ['nobody-here', 'no\0body', 'n'.repeat(101)])
      await expect(act(ada, { ...bo, username })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', bo.id).execute()
    await expect(act(ada, bo)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test(`are listed to who set them, the latest first, ${RELATION_PAGE} a page`, async () => {
    const many = await Promise.all(Array.from({ length: RELATION_PAGE + 2 }, () => world.buildMember()))
    for (const one of many) {
      await mute(ada, one)
      await block(ada, one)
    }
    const names = many.map(({ username }) => username).toReversed()
    for (const list of [router.mutes.list, router.blocks.list]) {
      const first = await call(list, {}, as(ada))
      const second = await call(list, { cursor: first.next ?? '' }, as(ada))
      expect([...first.items, ...second.items].map(({ profile }) => profile.username)).toEqual(names)
      expect(first.items).toHaveLength(RELATION_PAGE)
      expect(second.next).toBeNull()
      expect((await call(list, {}, as(bo))).items).toEqual([])
      await expect(call(list, { cursor: 'x' }, as(ada))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  test('are what is hidden from who set them, under the name of today', async () => {
    await mute(ada, bo)
    await block(ada, carol)
    await world.db
      .updateTable('profiles')
      .set({ username: `${bo.username}x` })
      .where('id', '=', bo.id)
      .execute()
    const { items } = await call(router.mutes.hidden, undefined, as(ada))
    expect(items).toHaveLength(2)
    expect(items).toContainEqual({ id: bo.id, username: `${bo.username}x`, muted: true, blocked: false })
    expect(items).toContainEqual({ id: carol.id, username: carol.username, muted: false, blocked: true })
    expect(await call(router.mutes.hidden, undefined, as(bo))).toEqual({ items: [] })
  })

  test('go with either of the two, and a thousand are enough', async () => {
    await mute(ada, bo)
    await block(carol, ada)
    await world.db.deleteFrom('users').where('id', '=', ada.id).execute()
    const left = await sql`select member_id from mutes where member_id = ${ada.id}
      union all select member_id from blocks where blocked_id = ${ada.id}`.execute(world.db)
    expect(left.rows).toEqual([])
    await sql`with made as (
        insert into users (email, username, email_verified)
        select 'many' || n || '@example.org', 'many' || n, true from generate_series(1, 1000) as n returning id)
      select count(*) from made`.execute(world.db)
    await sql`insert into mutes (member_id, muted_id)
      select ${bo.id}, id from profiles where username ~ '^many\\d+$'`.execute(world.db)
    await expect(mute(bo, carol)).rejects.toMatchObject({ code: 'CONFLICT' })
    await sql`delete from users where username ~ '^many\\d+$'`.execute(world.db)
  })
})

describe.each([
  ['muted', mute, unmute],
  ['blocked', block, unblock],
])('of somebody %s', (_, ignore, hear) => {
  test('nothing is told: comments, replies, mentions, follows, likes, votes', async () => {
    const post = await world.buildPost({ author: ada })
    const comment = await world.buildComment({ post_id: post, author: ada })
    const note = await world.buildNote({ author: ada })
    await ignore(ada, bo)
    const told = await notifiedBy(world, async () => {
      const content = `Hello @${ada.username}`
      await call(router.comments.create, { id: post, content }, as(bo))
      await call(router.comments.create, { id: post, content, parent_id: comment }, as(bo))
      await call(router.notes.create, { content }, as(bo))
      await call(router.posts.create, { title: 'Of you', content, format: 'plain' }, as(bo))
      await voteFor(bo, post)
      await call(router.votes.comment, { id: comment, vote_type: 1 }, as(bo))
      await like(bo, note)
      if (ignore === mute) {
        await follow(bo, ada)
        await call(router.notes.reply, { id: note, content }, as(bo))
      }
    })
    expect(told).toEqual([])
    expect(await news(ada)).toEqual({ titles: [], unread: 0 })
    const others = await notifiedBy(world, () => voteFor(carol, post))
    expect(others).toEqual([ada.id])
  })

  test('what was told before is away, and back when they are heard again', async () => {
    const post = await world.buildPost({ author: ada, title: 'On slow change' })
    await call(router.comments.create, { id: post, content: 'Yes' }, as(bo))
    await voteFor(bo, post)
    const before = await news(ada)
    expect(before).toMatchObject({ unread: 2 })
    await ignore(ada, bo)
    expect(await news(ada)).toEqual({ titles: [], unread: 0 })
    await hear(ada, bo)
    expect(await news(ada)).toEqual(before)
  })

  test('a vote counts and is never the name', async () => {
    const post = await world.buildPost({ author: ada, title: 'On slow change' })
    await voteFor(carol, post)
    await voteFor(bo, post)
    await ignore(ada, bo)
    expect((await news(ada)).titles).toEqual(['Carol Sun and 1 other voted for “On slow change”'])
    const dan = await world.buildMember({ full_name: 'Dan' })
    await ignore(ada, dan)
    await voteFor(dan, post)
    expect((await news(ada)).titles).toEqual(['Carol Sun and 2 others voted for “On slow change”'])
    // The notification disappears, because the only voter who isn't muted has withdrawn the vote.
    await voteFor(carol, post, 0)
    expect(await news(ada)).toEqual({ titles: [], unread: 0 })
    await voteFor(carol, post)
    expect((await news(ada)).titles).toEqual(['Carol Sun and 2 others voted for “On slow change”'])
  })

  test('a vote or like that came first counts once somebody else is heard', async () => {
    const post = await world.buildPost({ author: ada, title: 'On slow change' })
    const note = await world.buildNote({ author: ada })
    await ignore(ada, bo)
    await voteFor(bo, post)
    await like(bo, note)
    expect(await notifiedBy(world, () => like(carol, note))).toEqual([ada.id])
    await voteFor(carol, post)
    expect(await news(ada)).toEqual({
      titles: ['Carol Sun and 1 other voted for “On slow change”', 'Carol Sun and 1 other liked your note'],
      unread: 2,
    })
    await unlike(carol, note)
    await voteFor(bo, post, 0)
    expect(await news(ada)).toEqual({ titles: ['Carol Sun voted for “On slow change”'], unread: 1 })
  })

  test('what they wrote first in a discussion that one follows does not hold back what others write', async () => {
    const post = await world.buildPost({ author: null, title: 'On slow change' })
    await call(router.postFollows.add, { id: post }, as(ada))
    await call(router.comments.create, { id: post, content: 'Yes' }, as(bo))
    expect((await news(ada)).unread).toBe(1)
    await ignore(ada, bo)
    expect(await news(ada)).toEqual({ titles: [], unread: 0 })
    await call(router.comments.create, { id: post, content: 'Still' }, as(bo))
    expect((await news(ada)).unread).toBe(0)
    const told = await notifiedBy(world, () =>
      call(router.comments.create, { id: post, content: 'No' }, as(carol)),
    )
    expect(told).toEqual([ada.id])
    expect(await news(ada)).toMatchObject({ titles: [expect.stringContaining('Carol Sun')], unread: 1 })
  })

  test('messages that came before count no more, until they are heard again', async () => {
    await write(bo, ada)
    await write(carol, ada)
    await ignore(ada, bo)
    const { items, unread } = await inbox(ada)
    expect(unread).toBe(1)
    expect(items.map(({ with: { id }, unread_count }) => [id, unread_count])).toEqual([
      [carol.id, 1],
      [bo.id, 0],
    ])
    await hear(ada, bo)
    expect((await inbox(ada)).unread).toBe(2)
    expect(await drift()).toEqual([])
  })
})

test('who is muted cannot tell: all they do is done and answered as ever', async () => {
  await mute(ada, bo)
  expect(await write(bo, ada)).toMatchObject({ is_read: false })
  expect(await follow(bo, ada)).toEqual({ following: true, followers_count: 1 })
  const note = await world.buildNote({ author: ada })
  expect(await call(router.notes.reply, { id: note, content: 'Yes' }, as(bo))).toMatchObject({
    content: 'Yes',
  })
  expect((await inbox(ada)).unread).toBe(0)
})

describe('who is blocked', () => {
  test('follows no more, and is not followed', async () => {
    await follow(ada, bo)
    await follow(bo, ada)
    await block(ada, bo)
    expect(await follows()).toEqual([])
    for (const [one, two] of [
      [ada, bo],
      [bo, ada],
    ] as const)
      await expect(follow(one, two)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'You can’t follow this member.',
      })
    expect(await drift()).toEqual([])
    await unblock(ada, bo)
    expect(await follows()).toEqual([])
    expect(await follow(bo, ada)).toMatchObject({ following: true })
  })

  test('replies to no note of theirs, and comments on their posts', async () => {
    const note = await world.buildNote({ author: ada })
    const post = await world.buildPost({ author: ada })
    await block(ada, bo)
    await expect(call(router.notes.reply, { id: note, content: 'Yes' }, as(bo))).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'You can’t reply to this note.',
    })
    await expect(
      call(router.notes.create, { content: 'Yes', parent_id: note }, as(bo)),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await call(router.comments.create, { id: post, content: 'Yes' }, as(bo))).toMatchObject({
      content: 'Yes',
    })
  })

  test('cannot write, nor be written to by who blocks them', async () => {
    await block(ada, bo)
    await expect(write(bo, ada)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(write(ada, bo)).rejects.toMatchObject({ message: 'You’ve blocked this member.' })
    await unblock(ada, bo)
    expect(await write(bo, ada)).toMatchObject({ content: 'Hello' })
  })

  test('has sent what they had sent, also where they did not hear of it', async () => {
    const id = newId()
    const sent = await write(bo, ada, id)
    await block(ada, bo)
    expect(await write(bo, ada, id)).toEqual(sent)
  })

  test.each(['moderator', 'admin'] as const)('is heard as a %s', async (role) => {
    await block(ada, world.people[role])
    await write(world.people[role], ada)
    expect((await inbox(ada)).unread).toBe(1)
    await unblock(ada, world.people[role])
  })

  test('writes before it or never, however close', async () => {
    for (let i = 0; i < 20; i++) {
      const [sender, blocker] = [await world.buildMember(), await world.buildMember()]
      const sending = Array.from({ length: 5 }, () => write(sender, blocker).catch(() => undefined))
      const sent = Promise.all(sending)
      await block(blocker, sender)
      const { n } = await messagesOf(sender)
      const done = (await sent).filter(Boolean).length
      expect([n, (await messagesOf(sender)).n]).toEqual([done, done])
    }
  })

  test('follows before it and no longer, or never', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i === 7 ? block(ada, bo) : follow(bo, ada).catch(() => undefined),
      ),
    )
    expect(await follows()).toEqual([])
    expect(await drift()).toEqual([])
  })
})

describe('who may write to a member', () => {
  const takeFrom = (person: Viewer, messages_from: 'everyone' | 'followed' | 'nobody') =>
    call(router.me.update, { messages_from }, as(person))

  test('is everybody until they say otherwise', async () => {
    expect((await call(router.me.read, undefined, as(ada))).profile).toMatchObject({
      messages_from: 'everyone',
    })
    expect(await takeFrom(ada, 'followed')).toMatchObject({ messages_from: 'followed' })
    await expect(write(bo, ada)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await follow(ada, bo)
    expect(await write(bo, ada)).toMatchObject({ content: 'Hello' })
    await takeFrom(ada, 'nobody')
    await expect(write(bo, ada)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await write(world.people.moderator, ada)).toMatchObject({ content: 'Hello' })
    await takeFrom(ada, 'everyone')
    expect(await write(bo, ada)).toMatchObject({ content: 'Hello' })
  })

  test('takes nothing else', async () => {
    await expect(takeFrom(ada, 'friends' as 'nobody')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(
      world.db.updateTable('profiles').set({ messages_from: 'friends' }).where('id', '=', ada.id).execute(),
    ).rejects.toMatchObject({ constraint: 'profiles_messages_from_check' })
  })

  test('is answered to who is blocked as to everybody, also before they write', async () => {
    const [nobody, blocker] = [await world.buildMember(), await world.buildMember()]
    await takeFrom(nobody, 'nobody')
    await block(blocker, bo)
    const refusals = await Promise.all(
      [nobody, blocker].map((to) =>
        write(bo, to).catch(({ code, message, data, status }) => ({ code, message, data, status })),
      ),
    )
    expect(refusals[0]).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You can’t send messages to this member.',
    })
    expect(refusals[1]).toEqual(refusals[0])
    const shown = await Promise.all(
      [nobody, blocker].map(({ username }) => call(router.conversations.read, { username }, as(bo))),
    )
    const { id, username } = blocker
    expect(shown[1]).toEqual({ ...shown[0], with: { ...shown[0]?.with, id, username } })
    const profiles = await Promise.all(
      [bo, carol].map((viewer) => call(router.profiles.read, { username }, as(viewer))),
    )
    expect(profiles[0]).toEqual(profiles[1])
    const marks = await Promise.all(
      [bo, carol].map((viewer) => call(router.viewerState.read, { profiles: id }, as(viewer))),
    )
    expect(marks[0]).toEqual(marks[1])
  })
})

async function messagesOf({ id }: Viewer) {
  return world.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('sender_id', '=', id)
    .executeTakeFirstOrThrow()
}
