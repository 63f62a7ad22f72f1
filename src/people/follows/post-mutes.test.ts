import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'

let world: World
let ada: Viewer
let bo: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
  bo = world.people.other
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
  post = await world.buildPost({ author: ada, title: 'On tides' })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const mute = (person: Viewer | null, id = post) => call(router.postMutes.add, { id }, as(person))
const unmute = (person: Viewer | null, id = post) => call(router.postMutes.remove, { id }, as(person))
const follow = (person: Viewer) => call(router.postFollows.add, { id: post }, as(person))
const comment = (content = 'A thought', parent_id?: string) =>
  call(router.comments.create, { id: post, content, ...(parent_id && { parent_id }) }, as(bo))
const news = async (person: Viewer) => {
  const { items, unread } = await call(router.notifications.list, {}, as(person))
  return { types: items.map(({ type }) => type), unread }
}
const stateOf = async (person: Viewer) => {
  const { posts } = await call(router.viewerState.read, { posts: post }, as(person))
  const { following = false, muted = false } = posts[post] ?? {}
  return { following, muted }
}
const NOBODYS_ID = '01990000-0000-7000-8000-000000000000'

test('who mutes a discussion hears nothing of it, though it is their own and they are named', async () => {
  await mute(ada)
  const { id } = await call(router.comments.create, { id: post, content: 'Mine' }, as(ada))
  const told = await notifiedBy(world, async () => {
    await comment('A reply', id)
    await comment(`What does @${ada.username} think?`)
  })
  expect(told).not.toContain(ada.id)
  await call(router.votes.post, { id: post, vote_type: 1 }, as(bo))
  await call(router.votes.comment, { id, vote_type: 1 }, as(bo))
  expect(await news(ada)).toEqual({ types: [], unread: 0 })
  await unmute(ada)
  await comment()
  expect(await news(ada)).toMatchObject({ types: ['comment', 'vote', 'vote'], unread: 1 })
})

test('what was unread is hidden with the mute and back after it', async () => {
  await comment()
  expect(await notifiedBy(world, () => mute(ada))).toEqual([ada.id])
  expect(await news(ada)).toEqual({ types: [], unread: 0 })
  await unmute(ada)
  expect(await news(ada)).toEqual({ types: ['comment'], unread: 1 })
})

test('what moderators do there is told all the same', async () => {
  await mute(ada)
  const moderator = as(world.people.moderator)
  await call(router.removals.removePost, { id: post, reason: 'Spam.' }, moderator)
  expect(await news(ada)).toEqual({ types: ['removal'], unread: 1 })
})

test('to follow ends a mute and to mute a follow, whichever node says so', async () => {
  await follow(bo)
  await mute(bo)
  expect(await stateOf(bo)).toEqual({ following: false, muted: true })
  await follow(bo)
  expect(await stateOf(bo)).toEqual({ following: true, muted: false })
  await mute(bo)
  await mute(bo)
  expect(await unmute(bo)).toEqual({ muted: false })
  expect(await stateOf(bo)).toEqual({ following: false, muted: false })
  expect(await stateOf(ada)).toEqual({ following: false, muted: false })
})

test('a muted discussion is no news on the first page', async () => {
  const ids = async () => (await call(router.news.list, undefined, as(bo))).items.map(({ id }) => id)
  await follow(bo)
  await call(router.comments.create, { id: post, content: 'Mine' }, as(ada))
  expect(await ids()).toContain(post)
  await mute(bo)
  expect(await ids()).not.toContain(post)
})

test('is for members, and of what there is', async () => {
  for (const act of [mute, unmute]) {
    await expect(act(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(act(ada, NOBODYS_ID)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(ada, 'no-id')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})
