import { call, type InferRouterInputs } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { SORTS, type Sort } from '../posts/policy.ts'

type Input = InferRouterInputs<typeof router>['following']['posts']

let world: World
let ada: Viewer
let bo: Viewer
let ai: string
let ethics: string
/** Ids of the posts that must appear in Ada's list, in order of publication. */
const followed: string[] = []

beforeAll(async () => {
  world = await makeWorld()
  ada = await world.buildMember()
  bo = await world.buildMember()
  const concepts = ['AI', 'Ethics'].map((name) => ({ name, color: '#888888' }))
  const made = await world.db.insertInto('concepts').values(concepts).returning('id').execute()
  ;[ai, ethics] = made.map((row) => row.id) as [string, string]
  await call(router.follows.add, { username: bo.username }, as(ada))
  await call(router.conceptFollows.add, { id: ai }, as(ada))
  for (let index = 0; index < 40; index++) await makePost(index)
})
afterAll(() => world.close())

/** Creates a post that Ada follows by author, by concept, itself, or not at all. Many counts are equal. */
async function makePost(index: number) {
  const author = index % 4 === 0 ? bo : world.people.other
  const concept_ids = [...(index % 5 === 0 ? [ai] : []), ...(index % 2 === 0 ? [ethics] : [])]
  const numbers = { votes_score: index % 3, comment_count: index % 4, view_count: (index * 7) % 5 }
  const created_at = new Date(Date.now() - (40 - index) ** 2 * 3_600_000).toISOString()
  const id = await world.buildPost({ author, concept_ids, ...numbers, created_at })
  if (index % 7 === 0) await call(router.postFollows.add, { id }, as(ada))
  if (index % 4 === 0 || index % 5 === 0 || index % 7 === 0) followed.push(id)
}

const ORDERS = SORTS.filter((sort): sort is Exclude<Sort, 'relevance'> => sort !== 'relevance')

describe.each(ORDERS)('what one follows, sorted by %s', (sort) => {
  test('is each post once, in the order of all posts, page by page', async () => {
    expect(await listAll({ sort })).toEqual((await allPosts(sort)).filter((id) => followed.includes(id)))
  })

  test('of a time and of concepts', async () => {
    const filter = { time: 'week', concepts: ethics } as const
    const expected = (await allPosts(sort, filter)).filter((id) => followed.includes(id))
    expect(expected.length).toBeGreaterThan(2)
    expect(await listAll({ sort, ...filter })).toEqual(expected)
  })
})

describe('what one follows by time', () => {
  test('where followed members have written very much', async () => {
    const writer = await world.buildMember()
    const reader = await world.buildMember()
    await call(router.follows.add, { username: writer.username }, as(reader))
    const posts = Array.from({ length: 3001 }, (_, index) => ({
      title: 'T',
      content: 'W',
      content_text: 'W',
      author_id: writer.id,
      created_at: new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString(),
      votes_score: index % 100,
    }))
    await world.db.insertInto('posts').values(posts.slice(0, 2000)).execute()
    await world.db.insertInto('posts').values(posts.slice(2000)).execute()
    for (const sort of ORDERS) {
      const ofWriter = (await call(router.posts.list, { sort, author: writer.username }, as(null))).items
      const page = (await call(router.following.posts, { sort }, as(reader))).items
      expect
        .soft(
          page.map(({ id }) => id),
          sort,
        )
        .toEqual(ofWriter.map(({ id }) => id))
    }
    await world.db.deleteFrom('posts').where('author_id', '=', writer.id).execute()
  })

  test('of more members than a page has posts, without what was removed', async () => {
    const reader = await world.buildMember()
    const writers = await Promise.all(Array.from({ length: 4 }, () => world.buildMember()))
    for (const { username } of writers) await call(router.follows.add, { username }, as(reader))
    const posts: string[] = []
    for (let index = 0; index < 12; index++) {
      const author = writers[(index * index) % 4] as Viewer
      const created_at = new Date(Date.UTC(2021, 0, index + 1)).toISOString()
      posts.unshift(await world.buildPost({ author, created_at }))
    }
    const [first, , third] = posts as [string, string, string]
    for (const id of [first, third]) await call(router.postFollows.add, { id }, as(reader))
    for (const id of [first, posts[5] as string])
      await call(router.removals.removePost, { id, reason: 'Spam.' }, as(world.people.moderator))
    const expected = posts.filter((_, index) => index !== 0 && index !== 5)
    for (const limit of [1, 2, 50]) {
      expect(await listAll({ limit }, reader)).toEqual(expected)
      expect(await listAll({ limit, sort: 'oldest' }, reader)).toEqual(expected.toReversed())
    }
  })

  test('has a post where it was moved to', async () => {
    const reader = await world.buildMember()
    const [older, newer] = [
      await world.buildPost({ created_at: '2021-02-01T00:00:00Z' }),
      await world.buildPost({ created_at: '2021-02-02T00:00:00Z' }),
    ]
    for (const id of [older, newer]) await call(router.postFollows.add, { id }, as(reader))
    expect(await listAll({}, reader)).toEqual([newer, older])
    const moved = world.db.updateTable('posts').set({ created_at: '2021-02-03T00:00:00Z' })
    await moved.where('id', '=', older).execute()
    expect(await listAll({}, reader)).toEqual([older, newer])
  })
})

describe('what one follows', () => {
  test('is for members, and nobody else’s', async () => {
    const { posts, discussions, concepts } = router.following
    for (const asked of [
      call(posts, {}, as(null)),
      call(discussions, {}, as(null)),
      call(concepts, undefined, as(null)),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const stranger = as(await world.buildMember())
    expect(await call(router.following.posts, {}, stranger)).toEqual({ items: [], next: null })
    expect(await call(router.following.discussions, {}, stranger)).toEqual({ items: [], next: null })
    expect(await call(router.following.concepts, undefined, stranger)).toEqual({ items: [], next: null })
  })

  test.each(ORDERS)('leaves out members whom one muted or blocked, sorted by %s', async (sort) => {
    const [reader, muted, blocked] = [
      await world.buildMember(),
      await world.buildMember(),
      await world.buildMember(),
    ]
    await call(router.conceptFollows.add, { id: ethics }, as(reader))
    for (const { username } of [muted, blocked]) await call(router.follows.add, { username }, as(reader))
    const written: string[] = []
    for (const author of [muted, blocked])
      for (const concept_ids of [[], [ethics]]) written.push(await world.buildPost({ author, concept_ids }))
    await call(router.postFollows.add, { id: written[0] as string }, as(reader))
    const shown = async () => (await listAll({ sort }, reader)).filter((id) => written.includes(id))
    expect(new Set(await shown())).toEqual(new Set(written))
    await call(router.mutes.add, { username: muted.username }, as(reader))
    await call(router.blocks.add, { username: blocked.username }, as(reader))
    expect(await shown()).toEqual([])
    const inConcept = await listAll({ sort, concepts: ethics }, reader)
    expect(inConcept.filter((id) => written.includes(id))).toEqual([])
    await world.db.deleteFrom('posts').where('id', 'in', written).execute()
  })

  test('lists discussions, the latest follow first, and concepts', async () => {
    const { items } = await call(router.following.discussions, {}, as(ada))
    const ids = items.map(({ post }) => post.id)
    expect(ids).toEqual(followed.filter((id) => ids.includes(id)).toReversed())
    expect(ids).toHaveLength(6)
    const { items: concepts } = await call(router.following.concepts, undefined, as(ada))
    expect(concepts).toEqual([{ id: ai, name: 'AI', color: '#888888' }])
  })

  test.each(['', 'x', 'WzEsMCwwLDAsLTEsLTFd'])('refuses the cursor %j', async (cursor) => {
    const { posts, discussions } = router.following
    for (const asked of [call(posts, { cursor }, as(ada)), call(discussions, { cursor }, as(ada))])
      await expect(asked).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('has no relevance', async () => {
    const input = { sort: 'relevance' } as unknown as Input
    await expect(call(router.following.posts, input, as(ada))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

async function listAll(input: Input, reader = ada) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await call(router.following.posts, { limit: 3, ...input, cursor }, as(reader))
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  return ids
}

async function allPosts(sort: Sort, filter: Input = {}) {
  const page = await call(router.posts.list, { ...filter, sort }, as(null))
  return page.items.map(({ id }) => id)
}

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}
