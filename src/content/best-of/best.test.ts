import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { newId } from '../../platform/ids.ts'
import { BEST_WINDOW } from './policy.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const list = async () => (await call(router.best.list, undefined, { context: world.asContext(null) })).items

/** Returns a time in the month `ago` months before the current one, and the first day of that month. */
function month(ago: number, day = 1) {
  const now = new Date()
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, day))
  return { created_at: at.toISOString(), begin: `${at.toISOString().slice(0, 7)}-01` }
}

async function build(title: string, ago: number, votes_score: number) {
  const { created_at } = month(ago)
  return await world.buildPost({ title, created_at, votes_score })
}

test('a forum without votes has no best', async () => {
  await build('Nobody voted', 0, 0)
  await build('More against than for', 1, -2)
  expect(await list()).toEqual([])
})

test('each month and year has its five best, by score', async () => {
  for (const score of [3, 9, 5, 1, 7, 2]) await build(`Score ${score}`, 1, score)
  await build('Long ago', 40, 4)
  const items = await list()
  const [first] = items
  expect(first).toMatchObject({ period: 'month', begin: month(1).begin })
  expect(first?.posts.map(({ votes_score }) => votes_score)).toEqual([9, 7, 5, 3, 2])
  expect(first?.posts[0]).toMatchObject({ title: 'Score 9', comment_count: 0, author: { username: 'mara' } })
  const years = items.filter(({ period }) => period === 'year')
  expect(years.map(({ begin }) => begin)).toEqual(
    [month(1), month(40)].map(({ begin }) => `${begin.slice(0, 4)}-01-01`),
  )
  expect(years[1]?.posts.map(({ title }) => title)).toEqual(['Long ago'])
})

test('months are the last twelve, the latest first; what is older is in the years', async () => {
  for (const ago of [12, 11, 5, 0]) await build(`${ago} ago`, ago, 1)
  const months = (await list()).filter(({ period }) => period === 'month')
  expect(months.map(({ begin }) => begin)).toEqual([0, 5, 11].map((ago) => month(ago).begin))
})

test('of a month that is too large to be seen whole it is the best, and fewer', async () => {
  const top = await build('Above all', 3, 50)
  await build('The first of its month', 2, 40)
  await fill(month(3), 3)
  await fill(month(2), 2)
  await fill(month(1), 1)
  const titles = (await list()).map(({ begin, period, posts }) => ({
    begin,
    period,
    ids: posts.map(({ id }) => id),
  }))
  const of = (ago: number) =>
    titles.find(({ begin, period }) => period === 'month' && begin === month(ago).begin)?.ids
  expect(of(3)).toHaveLength(5)
  expect(of(3)?.[0]).toBe(top)
  // Posts with score 3 fill the list of candidates, so in this month only the post with score 40 is one.
  expect(of(2)).toHaveLength(1)
  // Posts with score 1 rank too low, and there are too many for the newest posts to cover the month.
  expect(of(1)).toBeUndefined()
})

/** Inserts BEST_WINDOW posts of equal score, without the indexing triggers, which would take minutes. */
async function fill({ created_at }: { created_at: string }, votes_score: number) {
  const ids = Array.from({ length: BEST_WINDOW }, () => newId())
  await world.db.connection().execute(async (db) => {
    await sql`alter table posts disable trigger user`.execute(db)
    await sql`
      insert into posts (id, title, content, content_text, created_at, votes_score)
      select id, 'One of many', 'x', 'x', ${created_at}, ${votes_score} from unnest(${ids}::uuid[]) as t (id)`.execute(
      db,
    )
    await sql`alter table posts enable trigger user`.execute(db)
    await sql`
      insert into post_rankings (scope, post_id, created_at, votes_score, comment_count, view_count, active_at)
      select whole_forum(), id, created_at, votes_score, 0, 0, created_at
      from posts where id = any(${ids}::uuid[])`.execute(db)
  })
}
