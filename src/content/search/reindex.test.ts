import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { countBatches, indexBatches, queueBatches, reindex } from './reindex.server.ts'

let world: World
let post: string

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  post = await world.buildPost({ title: 'Of lanterns', content: '<p>Where the wicks are.</p>' })
})

const titlesOf = async (search: string) =>
  (await call(router.posts.list, { search }, { context: world.asContext(null) })).items.map(
    ({ title }) => title,
  )
async function holders(word: string): Promise<number | undefined> {
  await sql`select add_up_search_words()`.execute(world.db)
  const { rows } = await sql<{
    holders: number
  }>`select holders from search_words where word = ${word}`.execute(world.db)
  return rows[0]?.holders
}

const again = () => reindex(world.db, 2, () => undefined)

test('what is missing, wrong or too much in the index is right again', async () => {
  const comment = await world.buildComment({ post_id: post, content: 'A snuffer' })
  const before = await holders('lanterns')
  await sql`delete from post_search`.execute(world.db)
  await sql`update comment_search set search_vector = ''`.execute(world.db)
  await sql`update search_words set holders = holders + 7`.execute(world.db)
  await sql`insert into search_words (word, holders) values ('nobodys', 3)`.execute(world.db)
  expect(await titlesOf('lanterns')).toEqual([])
  const progress: number[] = []
  await reindex(world.db, 2, (left) => progress.push(left))
  expect(await titlesOf('lanterns')).toEqual(['Of lanterns'])
  const found = await call(
    router.searches.comments,
    { search: 'snuffer' },
    { context: world.asContext(null) },
  )
  expect(found.items.map(({ id }) => id)).toEqual([comment])
  expect([await holders('lanterns'), await holders('nobodys')]).toEqual([before, undefined])
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
  // Numbers of remaining batches: one each for words, posts and comments.
  expect(progress).toEqual([3, 2, 1, 0])
})

test('what is right is not written again', async () => {
  await again()
  const versions = () => sql`select post_id, xmin::text from post_search order by n`.execute(world.db)
  const { rows } = await versions()
  await again()
  expect(rows.length).toBeGreaterThan(0)
  expect((await versions()).rows).toEqual(rows)
})

test('one that was ended goes on where it was', async () => {
  await again()
  await sql`update post_search set search_vector = ''`.execute(world.db)
  await sql`update search_words set holders = holders + 1`.execute(world.db)
  const counted = await holders('lanterns')
  await queueBatches(world.db, 'posts', 1)
  const posts = await countBatches(world.db)
  expect(posts).toBeGreaterThan(1)
  const done: number[] = []
  expect(await reindex(world.db, 1, (left) => done.push(left))).toEqual({ resumed: true })
  expect(done[0]).toBe(posts)
  expect(await titlesOf('lanterns')).not.toEqual([])
  // The word count is unchanged, so the run was resumed: its remaining batches did not include the words.
  expect(await holders('lanterns')).toBe(counted)
  await again()
})

test('an edit under way is waited for, and its words are found', async () => {
  await queueBatches(world.db, 'posts')
  const edit = await world.db.startTransaction().execute()
  await edit.updateTable('posts').set({ title: 'Of candles' }).where('id', '=', post).execute()
  const indexed = indexBatches(world.db, 1)
  await untilSomebodyWaits()
  await edit.commit().execute()
  await indexed
  expect(await titlesOf('candles')).toEqual(['Of candles'])
})

async function untilSomebodyWaits(): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and query like '%index_next_batch%' and pid <> pg_backend_pid()`
  while ((await waiting.execute(world.db)).rows.length === 0);
}
