import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { LIST_SIZE } from '../posts/policy.ts'

let world: World
let ada: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
})

const NOBODYS_ID = '01990000-0000-7000-8000-000000000000'

describe('a bookmark', () => {
  test('is there after it was added, however often, and not after it was removed', async () => {
    const id = await world.buildPost()
    expect(await add(ada, id)).toEqual({ bookmarked: true })
    expect(await add(ada, id)).toEqual({ bookmarked: true })
    expect(await saved(ada)).toEqual([id])
    expect(await remove(ada, id)).toEqual({ bookmarked: false })
    expect(await remove(ada, id)).toEqual({ bookmarked: false })
    expect(await saved(ada)).toEqual([])
  })

  test('toggled a hundred times at once is one row', async () => {
    const id = await world.buildPost()
    await Promise.all(Array.from({ length: 100 }, (_, i) => (i % 2 ? remove(ada, id) : add(ada, id))))
    await Promise.all(Array.from({ length: 10 }, () => add(ada, id)))
    expect(await saved(ada)).toEqual([id])
  })

  test('needs a post', async () => {
    for (const act of [add, remove]) {
      await expect(act(ada, NOBODYS_ID)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(act(ada, 'no-id')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  test('is for members', async () => {
    const id = await world.buildPost()
    for (const act of [add(null, id), remove(null, id), list(null)])
      await expect(act).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('of one member is not another’s to see or to remove', async () => {
    const id = await world.buildPost()
    await add(ada, id)
    await remove(world.people.other, id)
    expect(await saved(world.people.other)).toEqual([])
    expect(await saved(ada)).toEqual([id])
  })

  test('goes with its post', async () => {
    const id = await world.buildPost()
    await add(ada, id)
    await call(router.posts.remove, { id }, as(world.people.author))
    expect(await saved(ada)).toEqual([])
  })
})

describe('the list', () => {
  test('holds whole posts, the one bookmarked last first', async () => {
    const { author } = world.people
    const [older, newer] = [await world.buildPost({ title: 'Older' }), await world.buildPost()]
    await add(ada, newer)
    await add(ada, older)
    const { items } = await list(ada)
    expect(items.map(({ post }) => post.id)).toEqual([older, newer])
    expect(items[0]?.post).toMatchObject({
      title: 'Older',
      author: { username: author.username },
      concepts: [],
      comment_count: 0,
    })
  })

  test(`goes on after ${LIST_SIZE}, without gaps when one is removed meanwhile`, async () => {
    const ids: string[] = []
    for (let i = 0; i < LIST_SIZE + 5; i++) ids.unshift(await world.buildPost())
    for (const id of ids.toReversed()) await add(ada, id)
    const first = await list(ada)
    expect(first.items.map(({ post }) => post.id)).toEqual(ids.slice(0, LIST_SIZE))
    await remove(ada, ids[0] as string)
    const second = await list(ada, first.next ?? '')
    expect(second.items.map(({ post }) => post.id)).toEqual(ids.slice(LIST_SIZE))
    expect(second.next).toBeNull()
  })

  test.each(['', 'x', 'WzEsMCwwLDAsLTEsLTFd'])('refuses the cursor %j', async (cursor) => {
    await expect(list(ada, cursor)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function add(person: Viewer | null, id: string) {
  return call(router.bookmarks.add, { id }, as(person))
}

function remove(person: Viewer | null, id: string) {
  return call(router.bookmarks.remove, { id }, as(person))
}

function list(person: Viewer | null, cursor?: string) {
  return call(router.bookmarks.list, { cursor }, as(person))
}

async function saved(person: Viewer) {
  return (await list(person)).items.map(({ post }) => post.id)
}
