import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../api/router.server.ts'
import type { Viewer } from '../accounts/policy.ts'
import { MEMBER_ACTIVITY, VISITOR_ACTIVITY } from './contract.ts'

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

describe('what a member does', () => {
  test('is noted with what it leads to', async () => {
    const { id } = await publish(ada, 'On slow change')
    const comment = await call(router.comments.create, { id, content: 'A remark' }, as(ada))
    await call(router.votes.comment, { id: comment.id, vote_type: 1 }, as(ada))
    const profile = { id: ada.id, username: ada.username, full_name: 'Ada Lin' }
    const metadata = { post_id: id, post_title: 'On slow change' }
    expect(await feed(ada)).toMatchObject([
      {
        action: 'vote_cast',
        target_type: 'comment',
        target_id: comment.id,
        metadata: { ...metadata, vote_type: 1 },
        profile,
      },
      {
        action: 'comment_created',
        target_type: 'comment',
        target_id: comment.id,
        metadata: { ...metadata, is_reply: false },
        profile,
      },
      { action: 'post_created', target_type: 'post', target_id: id, metadata, profile },
    ])
  })

  test('is one entry for each thing, and none once a vote is taken back', async () => {
    const post = await world.buildPost()
    for (const vote_type of [1, 0, -1, 1, -1] as const) await vote(ada, post, vote_type)
    expect(await feed(ada)).toMatchObject([{ action: 'vote_cast', metadata: { vote_type: -1 } }])
    await vote(ada, post, 0)
    expect(await feed(ada)).toEqual([])
  })

  test('is forgotten with its post or comment', async () => {
    const { id } = await publish(ada, 'Soon gone')
    const { id: parent_id } = await call(router.comments.create, { id, content: 'A remark' }, as(ada))
    await call(router.comments.create, { id, content: 'An answer', parent_id }, as(bo))
    await vote(bo, id, 1)
    await call(router.comments.remove, { id: parent_id }, as(ada))
    expect(await actions(ada)).toEqual(['post_created'])
    await call(router.posts.remove, { id }, as(ada))
    expect(await actions(ada)).toEqual([])
    expect(await actions(bo)).toEqual([])
  })

  test('fails as a whole: no entry without its comment', async () => {
    const { id } = await publish(ada, 'A discussion')
    const bad = call(router.comments.create, { id, content: 'Lost', parent_id: id }, as(bo))
    await expect(bad).rejects.toThrow()
    expect(await feed(bo)).toEqual([])
  })
})

describe('the feed', () => {
  test(`shows a visitor the ${VISITOR_ACTIVITY} newest of all`, async () => {
    for (let i = 0; i < VISITOR_ACTIVITY + 1; i++) await publish(i % 2 ? ada : bo, `Post ${i}`)
    const titles = (await feed(null, 10)).map(({ metadata }) => metadata?.post_title)
    expect(titles).toEqual(['Post 5', 'Post 4', 'Post 3', 'Post 2', 'Post 1'])
  })

  test(`shows a member ${MEMBER_ACTIVITY} of their own and of whom they follow, of nobody else`, async () => {
    await publish(bo, 'By Bo')
    expect(await feed(ada)).toEqual([])
    await world.db.insertInto('user_follows').values({ follower_id: ada.id, following_id: bo.id }).execute()
    for (let i = 0; i < MEMBER_ACTIVITY; i++) await publish(ada, `Post ${i}`)
    await publish(bo, 'By Bo again')
    await publish(world.people.other, 'By a stranger')
    const entries = await feed(ada)
    expect(entries).toHaveLength(MEMBER_ACTIVITY)
    expect(entries[0]?.metadata?.post_title).toBe('By Bo again')
    expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set([ada.id, bo.id]))
  })

  test('keeps votes against something between the voter and the score', async () => {
    await vote(bo, await world.buildPost(), -1)
    await world.db.insertInto('user_follows').values({ follower_id: ada.id, following_id: bo.id }).execute()
    expect(await actions(bo)).toEqual(['vote_cast'])
    expect(await actions(ada)).toEqual([])
    expect((await feed(null)).map(({ user_id }) => user_id)).not.toContain(bo.id)
  })

  test.each([0, MEMBER_ACTIVITY + 1, 'many'])('refuses a limit of %j', async (limit) => {
    await expect(feed(ada, limit as number)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

test('following counts on both sides, once, and never oneself', async () => {
  const follow = { follower_id: ada.id, following_id: bo.id }
  await world.db.insertInto('user_follows').values(follow).execute()
  const again = world.db.insertInto('user_follows').values(follow).execute()
  await expect(again).rejects.toMatchObject({ constraint: 'user_follows_follower_id_following_id_key' })
  const oneself = world.db
    .insertInto('user_follows')
    .values({ follower_id: ada.id, following_id: ada.id })
    .execute()
  await expect(oneself).rejects.toMatchObject({ constraint: 'user_follows_not_oneself' })
  expect(await counts(ada)).toEqual({ following_count: 1, followers_count: 0 })
  expect(await counts(bo)).toEqual({ following_count: 0, followers_count: 1 })
  await world.db.deleteFrom('user_follows').where('follower_id', '=', ada.id).execute()
  expect(await counts(bo)).toEqual({ following_count: 0, followers_count: 0 })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function publish(person: Viewer, title: string) {
  return call(router.posts.create, { title, content: '<p>Words.</p>' }, as(person))
}

function vote(person: Viewer, id: string, vote_type: 1 | -1 | 0) {
  return call(router.votes.post, { id, vote_type }, as(person))
}

async function feed(person: Viewer | null, limit?: number) {
  return (await call(router.activity.list, { limit }, as(person))).items
}

async function actions(person: Viewer) {
  return (await feed(person)).map(({ action }) => action)
}

function counts({ id }: Viewer) {
  return world.db
    .selectFrom('profiles')
    .select(['following_count', 'followers_count'])
    .where('id', '=', id)
    .executeTakeFirst()
}
