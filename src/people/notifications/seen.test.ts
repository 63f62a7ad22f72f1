import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { SEEN_PER_REQUEST } from './policy.ts'

let world: World
let ada: Viewer
let bo: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
  bo = await world.buildMember()
  post = await world.buildPost({ author: ada })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const see = (seen: { posts?: string[]; comments?: string[] }, person: Viewer | null = ada) =>
  call(router.notifications.readSeen, seen, as(person))
const comment = async (person: Viewer, content = 'Words', parent_id?: string) =>
  (await call(router.comments.create, { id: post, content, parent_id }, as(person))).id

describe('what is on screen is read', () => {
  test('for each comment: that it was written, voted on, answered, and whom it names', async () => {
    const own = await comment(ada)
    const first = await comment(bo)
    const answer = await comment(bo, `For @${ada.username}`, own)
    await call(router.votes.comment, { id: own, vote_type: 1 }, as(bo))
    await call(router.votes.post, { id: post, vote_type: 1 }, as(bo))
    // The comment and the answer form a group.
    expect(await see({})).toEqual({ unread: 3 })
    expect(await see({ comments: [first] })).toEqual({ unread: 3 })
    expect(await see({ comments: [own, answer] })).toEqual({ unread: 1 })
    expect(await see({ posts: [post] })).toEqual({ unread: 0 })
  })

  test('for an open discussion: all of it, not of others, nor what was removed from it', async () => {
    await comment(bo)
    await comment(bo, `For @${ada.username}`)
    await call(router.votes.post, { id: post, vote_type: 1 }, as(bo))
    const elsewhere = await world.buildPost({ author: ada })
    await call(router.comments.create, { id: elsewhere, content: 'Words' }, as(bo))
    const removed = { user_id: ada.id, type: 'removal', post_id: post, comment_id: await comment(ada) }
    await world.db.insertInto('notifications').values(removed).execute()
    expect(await see({ posts: [post] })).toEqual({ unread: 2 })
  })

  test('in all tabs, which hear of it when something changes', async () => {
    const first = await comment(bo)
    expect(await notifiedBy(world, () => see({ comments: [first] }))).toEqual([ada.id])
    expect(await notifiedBy(world, () => see({ comments: [first] }))).toEqual([])
  })

  test('for oneself, and for members', async () => {
    const first = await comment(bo)
    await see({ comments: [first] }, bo)
    expect(await see({})).toEqual({ unread: 1 })
    await expect(see({}, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const tooMany = Array.from({ length: SEEN_PER_REQUEST + 1 }, () => first)
    for (const wrong of [{ comments: tooMany }, { posts: ['a'] }])
      await expect(see(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
