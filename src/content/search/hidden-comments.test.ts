import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { reindex } from './reindex.server.ts'

/** These tests show that comments below a removed post are neither found nor counted. */
let world: World
let post: string
let comment: string

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('posts').execute()
  post = await world.buildPost({ title: 'Removed soon' })
  comment = await world.buildComment({ post_id: post, content: 'A syzygy' })
  const other = await world.buildPost({ title: 'Stays' })
  await world.buildComment({ post_id: other, content: 'A later syzygy' })
})

const moderator = () => ({ context: world.asContext(world.people.moderator) })
const remove = () => call(router.removals.removePost, { id: post, reason: 'Spam.' }, moderator())
const restore = () => call(router.removals.restorePost, { id: post }, moderator())
const found = async (search = 'syzygy') =>
  (await call(router.searches.comments, { search }, { context: world.asContext(null) })).items.map(
    ({ id }) => id,
  )
const counted = async (search = 'syzygy') =>
  (await call(router.searches.summary, { search }, { context: world.asContext(null) })).counts.comments

async function holders(word: string): Promise<number | undefined> {
  await sql`select add_up_search_words()`.execute(world.db)
  const known = world.db.selectFrom('search_words').select('holders').where('word', '=', word)
  return (await known.executeTakeFirst())?.holders
}

/** Recounts the words of all texts and expects the same counts as before. */
async function expectRightCounts() {
  await sql`select add_up_search_words()`.execute(world.db)
  const words = () => sql`select word, holders from search_words order by word`.execute(world.db)
  const { rows } = await words()
  await reindex(world.db, 1, () => undefined)
  expect((await words()).rows).toEqual(rows)
  expect((await sql`select * from counter_drift_of_search()`.execute(world.db)).rows).toEqual([])
}

test('go with the post and come back in their place', async () => {
  const before = await found()
  expect(before).toHaveLength(2)
  await remove()
  expect([(await found()).length, await counted(), await holders('syzygy')]).toEqual([1, 1, 1])
  await expectRightCounts()
  expect(await found()).toHaveLength(1)
  await restore()
  expect([await found(), await counted(), await holders('syzygy')]).toEqual([before, 2, 2])
  await expectRightCounts()
})

test('stay hidden when they are edited, and are found by what they then say', async () => {
  await remove()
  await world.db.updateTable('comments').set({ content: 'A zugzwang' }).where('id', '=', comment).execute()
  expect([await found('zugzwang'), await holders('zugzwang')]).toEqual([[], undefined])
  await expectRightCounts()
  await restore()
  expect([await found('zugzwang'), await holders('zugzwang')]).toEqual([[comment], 1])
})

test('are uncounted once, when they or their post are deleted', async () => {
  await remove()
  await world.db.deleteFrom('comments').where('id', '=', comment).execute()
  expect(await holders('syzygy')).toBe(1)
  await restore()
  await world.buildComment({ post_id: post, content: 'Another syzygy' })
  await remove()
  await world.db.deleteFrom('posts').where('id', '=', post).execute()
  expect(await holders('syzygy')).toBe(1)
  await expectRightCounts()
})

test('are there again below the stub that its author leaves of it', async () => {
  await world.db
    .updateTable('comments')
    .set({ author_id: world.people.other.id })
    .where('id', '=', comment)
    .execute()
  await remove()
  await call(router.posts.remove, { id: post }, { context: world.asContext(world.people.author) })
  const stub = await world.db
    .selectFrom('posts')
    .select('deleted_at')
    .where('id', '=', post)
    .executeTakeFirst()
  expect(stub?.deleted_at).toBeTruthy()
  expect(await found()).toHaveLength(2)
  await expectRightCounts()
})
