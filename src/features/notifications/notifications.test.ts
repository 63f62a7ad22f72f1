import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../api/router.server.ts'
import type { Viewer } from '../accounts/policy.ts'
import { NOTIFICATION_LIMIT } from './contract.ts'

let world: World
let author: Viewer
let ada: Viewer
let bo: Viewer

beforeAll(async () => {
  world = await makeWorld()
  ada = world.people.member
  bo = world.people.other
})
afterAll(() => world.close())
beforeEach(async () => {
  author = await world.buildMember()
})

describe('a comment', () => {
  test('is told to the author of the post, with its opening', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const id = await comment(ada, post, `First words.\n\nThen ${'more '.repeat(60)}`)
    expect(await list(author)).toMatchObject({
      unread: 1,
      items: [
        {
          type: 'comment',
          title: 'Ada Lin commented on “On slow change”',
          content: expect.stringMatching(/^First words\. Then more .*…$/),
          is_read: false,
          related_user_id: ada.id,
          post_id: post,
          comment_id: id,
        },
      ],
    })
    expect((await list(author)).items[0]?.content?.length).toBeLessThanOrEqual(140)
  })

  test('that replies is told to the author of the comment and, once, to that of the post', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const parent = await comment(ada, post)
    const carol = await world.buildMember()
    await comment(bo, post, 'Yes', parent)
    await comment(carol, post, 'No', await comment(author, post))
    expect(await titles(author)).toEqual([
      `${carol.username} replied to your comment on “On slow change”`,
      'Bo Kirk commented on “On slow change”',
      'Ada Lin commented on “On slow change”',
    ])
    expect((await titles(ada))[0]).toBe('Bo Kirk replied to your comment on “On slow change”')
  })

  test('is not told to who wrote it, nor to an author who has left', async () => {
    const own = await world.buildPost({ author })
    await comment(author, own, 'A remark', await comment(author, own))
    const orphan = await world.buildPost({ author: null })
    await comment(author, orphan)
    expect(await list(author)).toEqual({ items: [], unread: 0, next: null })
  })

  test('that is deleted takes its notification along', async () => {
    const post = await world.buildPost({ author })
    const id = await comment(ada, post)
    await call(router.comments.remove, { id }, as(ada))
    expect(await titles(author)).toEqual([])
  })

  test('sent twice is told once', async () => {
    const post = await world.buildPost({ author })
    const comment_id = '01990000-0000-7000-8000-0000000000c0'
    const twice = { id: post, content: 'Once', comment_id }
    await call(router.comments.create, twice, as(ada))
    await call(router.comments.create, twice, as(ada))
    expect(await titles(author)).toHaveLength(1)
  })
})

describe('votes', () => {
  test('are gathered into one notification for each post and comment', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const remark = await world.buildComment({ post_id: post, author })
    await vote(ada, post, 1)
    expect(await titles(author)).toEqual(['Ada Lin voted for “On slow change”'])
    await vote(bo, post, 1)
    expect(await titles(author)).toEqual(['Ada Lin and 1 other voted for “On slow change”'])
    for (let i = 0; i < 3; i++) await vote(await world.buildMember(), post, 1)
    await call(router.votes.comment, { id: remark, vote_type: 1 }, as(bo))
    expect(await titles(author)).toEqual([
      'Bo Kirk voted for your comment on “On slow change”',
      'Ada Lin and 4 others voted for “On slow change”',
    ])
    expect((await list(author)).unread).toBe(2)
  })

  test('of their own and votes against are not told', async () => {
    const post = await world.buildPost({ author })
    await vote(author, post, 1)
    await vote(ada, post, -1)
    expect(await titles(author)).toEqual([])
  })

  test('that are taken back or turned take themselves out', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    await vote(ada, post, 1)
    await vote(bo, post, 1)
    await vote(ada, post, 0)
    expect(await titles(author)).toEqual(['Bo Kirk voted for “On slow change”'])
    await vote(bo, post, -1)
    expect(await list(author)).toEqual({ items: [], unread: 0, next: null })
    await vote(ada, post, 1)
    expect(await titles(author)).toEqual(['Ada Lin voted for “On slow change”'])
  })

  test('are news once: neither a toggle nor the wait for it makes a read notification unread', async () => {
    const post = await world.buildPost({ author })
    await vote(ada, post, 1)
    const [first] = (await list(author)).items
    await call(router.notifications.readAll, undefined, as(author))
    for (const vote_type of [0, 1, -1, 1] as const) await vote(ada, post, vote_type)
    expect(await list(author)).toEqual({ items: [{ ...first, is_read: true }], unread: 0, next: null })
    await vote(bo, post, 1)
    expect(await list(author)).toMatchObject({
      unread: 1,
      items: [{ id: first?.id, related_user_id: bo.id }],
    })
  })

  test('at once, of many and toggled by one, are counted exactly', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const members = await Promise.all(Array.from({ length: 20 }, () => world.buildMember()))
    const wishes = [1, 0, -1, 1] as const
    await Promise.all(wishes.flatMap((wish) => members.map((member) => vote(member, post, wish))))
    await Promise.all(members.map((member) => vote(member, post, 1)))
    expect(await titles(author)).toEqual([
      expect.stringMatching(/ and 19 others voted for “On slow change”$/),
    ])
    await Promise.all(members.slice(1).map((member) => vote(member, post, 0)))
    expect(await titles(author)).toEqual([`${members[0]?.username} voted for “On slow change”`])
  })

  test('for a very long title fit', async () => {
    const voter = await world.buildMember({ full_name: 'N'.repeat(100) })
    await vote(voter, await world.buildPost({ author, title: '題'.repeat(200) }), 1)
    expect((await titles(author))[0]).toMatch(/^N{100} voted for “題{119}…”$/)
  })
})

describe('the panel', () => {
  test(`holds the newest ${NOTIFICATION_LIMIT} and counts all that are unread`, async () => {
    const post = await world.buildPost({ author })
    for (let i = 0; i < NOTIFICATION_LIMIT + 3; i++) await comment(ada, post, `Remark ${i}`)
    const { items, unread } = await list(author)
    expect(items).toHaveLength(NOTIFICATION_LIMIT)
    expect(items[0]?.content).toBe('Remark 22')
    expect(unread).toBe(23)
  })

  test('marks one or all as read, each of one’s own', async () => {
    const post = await world.buildPost({ author })
    for (const text of ['One', 'Two', 'Three']) await comment(ada, post, text)
    const [item] = (await list(author)).items
    const id = item?.id as string
    expect(await call(router.notifications.read, { id }, as(author))).toEqual({ unread: 2 })
    expect(await call(router.notifications.read, { id }, as(author))).toEqual({ unread: 2 })
    await expect(call(router.notifications.read, { id }, as(bo))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await call(router.notifications.readAll, undefined, as(bo))
    expect((await list(author)).unread).toBe(2)
    expect(await call(router.notifications.readAll, undefined, as(author))).toEqual({ unread: 0 })
  })

  test('is for members', async () => {
    for (const operation of [
      call(router.notifications.list, undefined, as(null)),
      call(router.notifications.readAll, undefined, as(null)),
      call(router.notifications.read, { id: ada.id }, as(null)),
    ])
      await expect(operation).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(router.notifications.read, { id: 'x' }, as(ada))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function vote(person: Viewer, id: string, vote_type: 1 | -1 | 0) {
  return call(router.votes.post, { id, vote_type }, as(person))
}

async function comment(person: Viewer, post: string, content = 'A remark', parent_id?: string) {
  return (await call(router.comments.create, { id: post, content, parent_id }, as(person))).id
}

function list(person: Viewer) {
  return call(router.notifications.list, undefined, as(person))
}

async function titles(person: Viewer) {
  return (await list(person)).items.map(({ title }) => title)
}
