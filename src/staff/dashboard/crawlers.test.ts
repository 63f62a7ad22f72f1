import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { deleteOldFloods, noteFlood } from '../../accounts/guest-passes/sql.server.ts'
import { router } from '../../app/router.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(() => sql`truncate day_counts, floods`.execute(world.db))

const figures = () => {
  world.services.dashboard.forget()
  return call(router.dashboard.figures, undefined, { context: world.asContext(world.people.admin) })
}

describe('crawlers', () => {
  const crawlers = async () => (await figures()).crawlers

  test('are shown with the setting, counts of today and no flood', async () => {
    await sql`insert into day_counts values
      ((now() at time zone 'UTC')::date, 'guests_checked', 7),
      ((now() at time zone 'UTC')::date, 'checks_solved', 2),
      ((now() at time zone 'UTC')::date - 1, 'checks_refused', 9)`.execute(world.db)
    expect(await crawlers()).toEqual({
      guest_check: 'flood',
      is_flood: false,
      last_flood_at: null,
      guests_checked: 7,
      checks_solved: 2,
      checks_refused: 0,
      search_engine_reads: 0,
      sign: { state: 'fine', advice: 'Nothing to do.' },
    })
  })

  test('that flood the forum are one flood for all nodes, until five minutes after the last notice', async () => {
    await Promise.all([noteFlood(world.db), noteFlood(world.db)])
    await noteFlood(world.db)
    expect(await crawlers()).toMatchObject({
      is_flood: true,
      last_flood_at: expect.any(String),
      sign: { state: 'attention' },
    })
    await sql`delete from floods`.execute(world.db)
    await sql`insert into floods values (now() - interval '2 hours', now() - interval '1 hour')`.execute(
      world.db,
    )
    expect(await crawlers()).toMatchObject({ is_flood: false, sign: { state: 'fine' } })
    await noteFlood(world.db)
    const { rows } = await sql`select from floods`.execute(world.db)
    expect(rows).toHaveLength(2)
  })

  test('of long ago are forgotten', async () => {
    await sql`insert into floods values
      (now() - interval '102 days', now() - interval '101 days'), (now() - interval '3 days', now() - interval '2 days')`.execute(
      world.db,
    )
    await deleteOldFloods(world.db, 100)
    expect((await sql`select from floods`.execute(world.db)).rows).toHaveLength(1)
  })
})
