// @module-tag all
import { call } from '@orpc/server'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { seedDemo } from './seed.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  await seedDemo(world.db, { anchor: new Date(new Date().toISOString().slice(0, 10)) })
  return () => world.close()
}, 60_000)

test('the transparency report equals a count by hand, also after a decision for several cases', async () => {
  const context = world.asContext(world.people.admin)
  const before = await read()
  const { items } = await call(router.moderationCases.list, { source: 'report' }, { context })
  const open = items.filter(({ kind, obstacle }) => kind === 'note' || (kind === 'comment' && !obstacle))
  const { items: results } = await call(
    router.moderationCases.decideMany,
    { ids: open.map(({ id }) => id), outcome: 'rejected', reason: 'It breaks no rule' },
    { context },
  )
  const decided = results.filter(({ closed }) => closed).length
  expect(decided).toBeGreaterThan(1)
  const year = String(new Date().getUTCFullYear())
  const isOfYear = (at: string | null) => at?.startsWith(year) ?? false
  const cases = await world.db.selectFrom('moderation_cases').selectAll().execute()
  const reports = await world.db.selectFrom('reports').selectAll().execute()
  const actions = await world.db.selectFrom('moderation_actions').selectAll().execute()
  const reported = cases.filter(({ source }) => source === 'report' || source === 'automatic')
  const closed = (outcome: string, among = reported) =>
    among.filter((each) => isOfYear(each.closed_at) && each.outcome === outcome).length
  const after = await read()
  expect(after.reports.total).toBe(reports.filter(({ created_at }) => isOfYear(created_at)).length)
  expect(after.cases).toMatchObject({
    upheld: closed('upheld'),
    rejected: closed('rejected'),
    moot: closed('moot'),
    open: reported.filter((each) => !each.closed_at && isOfYear(each.created_at)).length,
  })
  expect(after.cases.rejected).toBe(before.cases.rejected + decided)
  const acted = actions.filter(({ created_at }) => isOfYear(created_at))
  expect(after.actions.total).toBe(acted.length)
  const rejections = (found: typeof after) =>
    found.actions.items
      .filter(({ action }) => action === 'reject_report')
      .reduce((sum, { count }) => sum + count, 0)
  expect(rejections(after)).toBe(rejections(before) + decided)
  const appeals = cases.filter(({ source }) => source === 'appeal')
  expect(after.appeals).toMatchObject({
    received: appeals.filter((each) => isOfYear(each.created_at)).length,
    granted: closed('upheld', appeals),
    rejected: closed('rejected', appeals),
  })
})

function read() {
  return call(router.transparency.read, {}, { context: world.asContext(null) })
}
