import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { NEWS_SIZE } from './policy.ts'

let world: World
let ada: Viewer
let bo: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('posts').execute()
  ada = await world.buildMember()
  bo = await world.buildMember()
})

const LONG_AGO = '2024-01-01T00:00:00Z'
const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const news = async () => {
  const { items } = await call(router.news.list, undefined, as(ada))
  return items.map(({ id, unread }) => ({ id, unread }))
}
const old = () => world.buildPost({ author: bo, created_at: LONG_AGO })
const read = (id: string) => call(router.reads.update, { id }, as(ada))

describe('since the last visit', () => {
  test('others went on with what one has read, the latest first', async () => {
    const [first, second, strange] = [await old(), await old(), await old()]
    for (const id of [first, second]) await read(id)
    for (const post_id of [first, second, second, strange]) await world.buildComment({ post_id, author: bo })
    await world.buildComment({ post_id: first, author: ada })
    expect(await news()).toEqual(
      expect.arrayContaining([
        { id: second, unread: 2 },
        { id: first, unread: 1 },
      ]),
    )
    expect(await news()).toHaveLength(2)
    const until = new Date().toISOString()
    await call(router.reads.update, { id: second, until }, as(ada))
    expect(await news()).toEqual([{ id: first, unread: 1 }])
  })

  test('there are new posts, until they are read; one’s own and old ones are none', async () => {
    await old()
    await world.buildPost({ author: ada })
    const discussed = await old()
    await read(discussed)
    await world.buildComment({ post_id: discussed, author: bo })
    const fresh = await world.buildPost({ author: bo })
    expect(await news()).toEqual([
      { id: discussed, unread: 1 },
      { id: fresh, unread: 0 },
    ])
    await read(fresh)
    expect(await news()).toEqual([{ id: discussed, unread: 1 }])
  })

  test('others went on with what one follows, from then on, also unread', async () => {
    const post_id = await old()
    await world.buildComment({ post_id, author: bo, created_at: LONG_AGO })
    await call(router.postFollows.add, { id: post_id }, as(ada))
    expect(await news()).toEqual([])
    await world.buildComment({ post_id, author: bo })
    expect(await news()).toEqual([{ id: post_id, unread: 1 }])
    const fresh = await world.buildPost({ author: bo })
    await call(router.postFollows.add, { id: fresh }, as(ada))
    await world.buildComment({ post_id: fresh, author: bo })
    expect(await news()).toHaveLength(2)
    for (const id of [post_id, fresh])
      await call(router.reads.update, { id, until: new Date().toISOString() }, as(ada))
    expect(await news()).toEqual([])
  })

  test('there is a screen of it at most, with room for both', async () => {
    for (let n = 0; n < NEWS_SIZE; n++) {
      const id = await old()
      await read(id)
      await world.buildComment({ post_id: id, author: bo })
      await world.buildPost({ author: bo })
    }
    const found = await news()
    expect(found).toHaveLength(NEWS_SIZE)
    expect(new Set(found.map(({ unread }) => unread))).toEqual(new Set([0, 1]))
  })

  test('is a member’s own', async () => {
    await expect(call(router.news.list, undefined, as(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
