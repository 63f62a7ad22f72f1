import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'

let world: World
let ada: Viewer
let post: string
let concept: string

beforeAll(async () => {
  world = await makeWorld()
  const made = await world.db
    .insertInto('concepts')
    .values({ name: 'AI', color: '#888888' })
    .returning('id')
    .executeTakeFirstOrThrow()
  concept = made.id
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember({ full_name: 'Ada Lin' })
  post = await world.buildPost({ title: 'On tides' })
})

const NOBODYS_ID = '01990000-0000-7000-8000-000000000000'

describe.each([
  ['a post', 'posts', () => post, () => router.postFollows],
  ['a concept', 'concepts', () => concept, () => router.conceptFollows],
] as const)('a follow of %s', (_, list, id, operations) => {
  const act = (name: 'add' | 'remove', person: Viewer | null, of = id()) =>
    call(operations()[name], { id: of }, as(person))
  const isMarked = async (person: Viewer) => {
    const states = await call(router.viewerState.read, { [list]: id() }, as(person))
    return states[list][id()]?.following ?? false
  }

  test('is there after it was set, however often, and not after it was taken back', async () => {
    for (let time = 0; time < 2; time++) expect(await act('add', ada)).toEqual({ following: true })
    expect(await isMarked(ada)).toBe(true)
    expect(await isMarked(world.people.other)).toBe(false)
    for (let time = 0; time < 2; time++) expect(await act('remove', ada)).toEqual({ following: false })
    expect(await isMarked(ada)).toBe(false)
  })

  test('toggled a hundred times at once is one', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => act(i % 2 ? 'remove' : 'add', ada)))
    await act('add', ada)
    expect(await isMarked(ada)).toBe(true)
  })

  test('is for members, and of what there is', async () => {
    for (const name of ['add', 'remove'] as const) {
      await expect(act(name, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      await expect(act(name, ada, NOBODYS_ID)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(act(name, ada, 'no-id')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  test('of one member is not another’s to take back', async () => {
    await act('add', ada)
    await act('remove', world.people.other)
    expect(await isMarked(ada)).toBe(true)
  })
})

describe('who follows a discussion', () => {
  beforeEach(() => follow(ada))

  test('is told of a comment in it at once', async () => {
    expect((await notifiedBy(world, () => comment())).sort()).toEqual([ada.id, world.people.author.id].sort())
    expect(await news(ada)).toMatchObject([
      {
        type: 'followed_post',
        title: expect.stringMatching(/commented in a discussion you follow: “On tides”$/),
      },
    ])
  })

  test('is told once until it is read, of the first comment they have not seen', async () => {
    const first = await comment()
    await comment()
    expect(await notifiedBy(world, () => comment())).toEqual([world.people.author.id])
    expect(await news(ada)).toMatchObject([{ comment_id: first, is_read: false }])
    await call(router.notifications.readAll, undefined, as(ada))
    const next = await comment()
    await comment()
    expect(await news(ada)).toMatchObject([{ comment_id: next, is_read: false }])
  })

  test('is not told of their own words', async () => {
    await comment({ by: ada })
    expect(await news(ada)).toEqual([])
  })

  test('is told once of a reply, of being named, and of a comment on their own post', async () => {
    const own = await comment({ by: ada })
    await comment({ parent_id: own })
    await comment({ content: `What does @${ada.username} think?` })
    expect((await news(ada)).map(({ type }) => type)).toEqual(['mention', 'comment'])
    await follow(world.people.author)
    const before = await news(world.people.author)
    await comment()
    const after = await news(world.people.author)
    // The comments on their post are one notification.
    const countOf = (items: typeof after) => items.reduce((sum, { count }) => sum + count, 0)
    expect(countOf(after) - countOf(before)).toBe(1)
    expect(after[0]?.type).toBe('comment')
  })

  test('hears no more of it after they stopped, nor of what they had not read', async () => {
    await comment()
    const stop = () => call(router.postFollows.remove, { id: post }, as(ada))
    expect(await notifiedBy(world, stop)).toEqual([ada.id])
    expect(await news(ada)).toEqual([])
    await comment()
    expect(await news(ada)).toEqual([])
    expect(await notifiedBy(world, stop)).toEqual([])
  })

  test('hears nothing more of a comment that is deleted', async () => {
    const id = await comment()
    await call(router.comments.remove, { id }, as(world.people.other))
    expect(await news(ada)).toEqual([])
  })

  test('is told once of comments written at the same time, and nobody waits in a circle', async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => world.buildMember()))
    await Promise.all(others.map(follow))
    await Promise.all(Array.from({ length: 10 }, () => comment()))
    for (const reader of others) expect(await news(reader)).toHaveLength(1)
  })
})

test('follows go with their post, their concept and their member, and do not move', async () => {
  await follow(ada)
  await follow(world.people.other)
  await call(router.conceptFollows.add, { id: concept }, as(ada))
  await expect(
    sql`update post_follows set follower_id = ${world.people.author.id}`.execute(world.db),
  ).rejects.toMatchObject({ constraint: 'post_follows_stay' })
  await expect(
    sql`insert into post_follows (follower_id, post_id) values (${ada.id}, ${post})`.execute(world.db),
  ).rejects.toMatchObject({ constraint: 'post_follows_follower_id_post_id_key' })
  await expect(
    sql`insert into post_follows (follower_id, post_id) values (${ada.id}, ${NOBODYS_ID})`.execute(world.db),
  ).rejects.toMatchObject({ code: '23502', column: 'posted_at' })
  await world.db.deleteFrom('users').where('id', '=', ada.id).execute()
  await world.db.deleteFrom('posts').where('id', '=', post).execute()
  await call(router.conceptFollows.add, { id: concept }, as(world.people.other))
  await world.db.deleteFrom('concepts').where('id', '=', concept).execute()
  const { rows } = await sql`
    select from post_follows where post_id = ${post} or follower_id = ${ada.id}
    union all select from concept_follows`.execute(world.db)
  expect(rows).toEqual([])
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function follow(person: Viewer) {
  return call(router.postFollows.add, { id: post }, as(person))
}

async function comment({
  by = world.people.other,
  content = 'A thought',
  ...more
}: {
  by?: Viewer
  content?: string
  parent_id?: string
} = {}) {
  return (await call(router.comments.create, { id: post, content, ...more }, as(by))).id
}

async function news(person: Viewer) {
  return (await call(router.notifications.list, {}, as(person))).items
}
