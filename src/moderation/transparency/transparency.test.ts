import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import { newId } from '../../platform/ids.ts'
import { transparencyCsv } from './csv.ts'
import { boundsOf } from './policy.ts'

// The log is append-only, so these tests use years without other actions.

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await fill()
})
afterAll(() => world.close())

const read = (period?: string) =>
  call(router.transparency.read, period ? { period } : {}, { context: world.asContext(null) })

/** Inserts cases, reports and actions of 2019, of which one report and one action are of May. */
async function fill() {
  const { db, people } = world
  const cases = { spam: newId(), hidden: newId(), pending: newId(), appeal: newId(), open: newId() }
  await sql`
    insert into moderation_cases (id, source, kind, target_id, member_id, created_at, closed_at, outcome)
    values (${cases.spam}, 'report', 'post', new_id(), ${people.author.id}, '2019-05-01', '2019-05-03', 'upheld'),
      (${cases.hidden}, 'automatic', 'comment', new_id(), null, '2019-06-01', '2019-06-01 04:00Z', 'rejected'),
      (new_id(), 'report', 'note', new_id(), null, '2019-06-01', '2019-06-02', 'moot'),
      (${cases.pending}, 'pending', 'post', new_id(), null, '2019-06-01', '2019-06-02', 'upheld'),
      (${cases.appeal}, 'appeal', 'action', new_id(), null, '2019-06-01', '2019-06-03', 'upheld'),
      (new_id(), 'appeal', 'action', new_id(), null, '2018-12-31', '2019-01-01', 'rejected'),
      (${cases.open}, 'report', 'profile', new_id(), null, '2019-07-01', null, null)`.execute(db)
  await sql`
    insert into reports (case_id, reporter_id, reason, weight, created_at)
    values (${cases.spam}, ${people.member.id}, 'spam', 1, '2019-05-01'),
      (${cases.hidden}, ${people.member.id}, 'abuse', 1, '2019-06-01'),
      (${cases.hidden}, ${people.other.id}, 'abuse', 1, '2019-06-01'),
      (${cases.open}, ${people.other.id}, 'other', 1, '2019-12-31 23:59Z')`.execute(db)
  const act = (
    at: string,
    action: string,
    kind: string,
    rule: string | null,
    by: string,
    case_id: string | null,
  ) =>
    sql`
      insert into moderation_actions (action, acted_as, kind, member_id, rule, case_id, created_at)
      values (${action}, ${by}, ${kind}, ${people.author.id}, ${rule}, ${case_id}, ${at})`.execute(db)
  await act('2019-05-03', 'remove', 'post', '1. =Be kind', 'moderator', cases.spam)
  await act('2019-06-01', 'remove', 'comment', null, 'system', cases.hidden)
  await act('2019-06-02', 'approve', 'post', null, 'moderator', cases.pending)
  await act('2019-06-03', 'grant_appeal', 'action', null, 'admin', cases.appeal)
  await act('2019-06-03', 'warn', 'member', null, 'admin', null)
  await act('2019-06-04', 'warn', 'member', null, 'admin', null)
}

test('a year has its reports by reason and kind, decisions, actions by rule and origin, and appeals', async () => {
  const report = await read('2019')
  expect(report).toMatchObject({ period: '2019', from: '2019-01-01', to: '2020-01-01', first_year: 2019 })
  expect(report.reports).toEqual({
    total: 4,
    items: [
      { reason: 'abuse', kind: 'comment', count: 2 },
      { reason: 'other', kind: 'profile', count: 1 },
      { reason: 'spam', kind: 'post', count: 1 },
    ],
  })
  expect(report.cases).toEqual({ upheld: 1, rejected: 1, moot: 1, open: 1, median_seconds: 26 * 3600 })
  const by = { rule: null, is_automatic: false, count: 1 }
  expect(report.actions).toEqual({
    total: 6,
    items: [
      { ...by, action: 'warn', kind: 'member', origin: 'own_initiative', count: 2 },
      { ...by, action: 'approve', kind: 'post', origin: 'approval' },
      { ...by, action: 'grant_appeal', kind: 'action', origin: 'appeal' },
      { ...by, action: 'remove', kind: 'comment', origin: 'reported', is_automatic: true },
      { ...by, action: 'remove', kind: 'post', origin: 'reported', rule: '1. =Be kind' },
    ],
  })
  expect(report.appeals).toEqual({
    received: 1,
    granted: 1,
    rejected: 1,
    moot: 0,
    median_seconds: 36 * 3600,
  })
})

test('a month has its own, and a year without anything has zeros', async () => {
  const may = await read('2019-05')
  expect(may).toMatchObject({ from: '2019-05-01', to: '2019-06-01' })
  expect(may.reports.items).toEqual([{ reason: 'spam', kind: 'post', count: 1 }])
  expect(may.actions.total).toBe(1)
  expect(await read('2017')).toMatchObject({
    reports: { total: 0, items: [] },
    cases: { upheld: 0, median_seconds: null },
    actions: { total: 0, items: [] },
    appeals: { received: 0, median_seconds: null },
  })
})

test('it names nobody', async () => {
  const text = JSON.stringify(await read('2019'))
  for (const { id, username } of Object.values(world.people).flatMap((each) => each ?? [])) {
    expect(text).not.toContain(id)
    expect(text).not.toContain(username)
  }
})

test('the current year is the default, and other periods are refused', async () => {
  expect((await read()).period).toBe(String(new Date().getUTCFullYear()))
  for (const period of ['19', '1999', '2019-13', '2019-00', '2019-5', 'all'])
    await expect(read(period), period).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a period ends where the next begins', () => {
  expect(boundsOf('2026')).toEqual({ from: '2026-01-01', to: '2027-01-01' })
  expect(boundsOf('2026-12')).toEqual({ from: '2026-12-01', to: '2027-01-01' })
  expect(boundsOf('2024-02')).toEqual({ from: '2024-02-01', to: '2024-03-01' })
})

test('the CSV has one row for each number, and no cell that a spreadsheet would run', async () => {
  const lines = transparencyCsv(await read('2019')).split('\r\n')
  expect(lines).toContain('2019,actions,remove,post,,1. =Be kind,reported,false,1')
  expect(lines).toContain('2019,reports,,comment,abuse,,,,2')
  expect(lines).toContain('2019,appeals,granted,,,,,,1')
  const { actions, ...report } = await read('2019')
  const [action] = actions.items
  const of = (rule: string) =>
    transparencyCsv({ ...report, actions: { total: 1, items: action ? [{ ...action, rule }] : [] } })
  expect(of('=HYPERLINK("x")')).toContain(`,"'=HYPERLINK(""x"")",`)
  expect(of('-1+1')).toContain(",'-1+1,")
})

test('everybody can download it, and an unknown period is not found', async () => {
  const app = createApp(world.services)
  const fetched = (path: string) => app.fetch(new Request(`http://localhost:3000${path}`))
  const response = await fetched('/moderation/transparency-2019.csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await response.text()).toBe(transparencyCsv(await read('2019')))
  expect((await fetched('/moderation/transparency-2019-13.csv')).status).toBe(404)
  const page = await (await fetched('/moderation/transparency?period=2019')).text()
  expect(page).toContain('1. =Be kind')
  expect(page).toContain('Median time to decision: 26 hours.')
})
