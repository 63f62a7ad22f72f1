import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createDatabase } from '../../db/database.server.ts'
import { DayCounts } from './day-counts.server.ts'
import { addCounts, countDays, deleteOldDays, listDays } from './day-counts-sql.server.ts'
import type { DayCount } from './policy.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate day_counts`.execute(world.db)
})

const silent = { warn: () => undefined }
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const countsOf = async (day: string) =>
  (await listDays(world.db, 90)).find((each) => each.day === day)?.counts
const rows = async () =>
  (
    await sql<{ kind: DayCount; count: number }>`select kind, count from day_counts order by kind`.execute(
      world.db,
    )
  ).rows

test('what two nodes count is added, and what both write at once as well', async () => {
  const nodes = [new DayCounts(world.db, silent), new DayCounts(world.db, silent)]
  for (const node of nodes)
    for (let n = 0; n < 50; n++) {
      node.add('page_views')
      node.add('mails_sent')
    }
  await Promise.all(nodes.map((node) => node.flush()))
  nodes[0]?.add('page_views')
  await nodes[0]?.flush()
  expect(await countsOf(dayBefore(0))).toEqual({ page_views: 101, mails_sent: 100 })
})

test('a stop writes what is left, and a minute does by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const node = new DayCounts(world.db, silent)
  node.add('page_views')
  await node.stop()
  expect(await rows()).toEqual([{ kind: 'page_views', count: 1 }])
  node.add('page_views')
  vi.advanceTimersByTime(MINUTE_MS)
  vi.useRealTimers()
  await expect.poll(rows).toEqual([{ kind: 'page_views', count: 2 }])
})

test('a day ends at midnight in UTC, also between two writes', async () => {
  const midnight = Date.parse(`${dayBefore(0)}T00:00:00Z`)
  let now = midnight - 1
  const node = new DayCounts(world.db, silent, () => now)
  node.add('page_views')
  now = midnight
  node.add('page_views')
  node.add('page_views')
  await node.flush()
  expect(await countsOf(dayBefore(1))).toEqual({ page_views: 1 })
  expect(await countsOf(dayBefore(0))).toEqual({ page_views: 2 })
})

test('while the database is away nothing is lost', async () => {
  const warn = vi.fn()
  const gone = createDatabase('postgresql://threshold@127.0.0.1:9/none')
  const node = new DayCounts(gone, { warn })
  node.add('posts')
  await node.flush()
  expect(warn).toHaveBeenCalledOnce()
  node.add('posts')
  Object.assign(node, { db: world.db })
  await node.stop()
  expect(await rows()).toEqual([{ kind: 'posts', count: 2 }])
  await gone.destroy()
})

test('members, posts and who was here are counted of each day, however often', async () => {
  const { db } = world
  await sql`update users set created_at = ${`${dayBefore(3)}T23:59:59.999Z`} where id = ${world.people.other.id}`.execute(
    db,
  )
  await world.buildPost({ created_at: `${dayBefore(2)}T00:00:00Z` })
  await sql`update sessions set used_at = now() - interval '40 days' where user_id <> ${world.people.member.id}`.execute(
    db,
  )
  await countDays(db)
  await countDays(db)
  expect(await countsOf(dayBefore(3))).toEqual({ members_joined: 1, posts: 0 })
  expect(await countsOf(dayBefore(2))).toEqual({ members_joined: 0, posts: 1 })
  expect(await countsOf(dayBefore(0))).toMatchObject({ members_active: 1, posts: 0 })
  await sql`update sessions set used_at = now() - interval '40 days'`.execute(db)
  await countDays(db)
  expect(await countsOf(dayBefore(0)), 'who leaves was here all the same').toMatchObject({
    members_active: 1,
  })
})

test('a chart has every day, and days of long ago are forgotten', async () => {
  const days = await listDays(world.db, 30)
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, n) => dayBefore(29 - n)))
  await addCounts(world.db, [
    { day: dayBefore(101), kind: 'posts', count: 3 },
    { day: dayBefore(100), kind: 'posts', count: 4 },
  ])
  await deleteOldDays(world.db)
  expect(await rows()).toEqual([{ kind: 'posts', count: 4 }])
})

test.each([
  [
    'a kind that nobody knows',
    sql`insert into day_counts values (now(), 'visitors', 1)`,
    'day_counts_kind_check',
  ],
  ['less than nothing', sql`insert into day_counts values (now(), 'posts', -1)`, 'day_counts_count_check'],
])('the database refuses %s', async (_, statement, constraint) => {
  await expect(statement.execute(world.db)).rejects.toThrow(constraint)
})
