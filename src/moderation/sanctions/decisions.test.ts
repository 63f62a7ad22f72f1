import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'

let world: World
let bea: Viewer
let mo: Viewer
let note: string
let id: string

beforeAll(async () => {
  world = await makeWorld()
  mo = world.people.moderator
})
afterAll(() => world.close())
beforeEach(async () => {
  bea = await world.buildMember()
  note = await world.buildNote({ author: bea })
  const report = { kind: 'note' as const, id: note, reason: 'abuse' as const, words: '' }
  await call(router.reports.create, report, as(world.people.other))
  const found = world.db.selectFrom('moderation_cases').select('id').where('target_id', '=', note)
  id = (await found.executeTakeFirstOrThrow()).id
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const decide = (actions: object[], more: object = {}) =>
  call(
    router.moderationCases.decide,
    { id, outcome: 'upheld', actions, reason: 'Rude', ...more } as never,
    as(mo),
  )
const entries = () =>
  world.db.selectFrom('moderation_actions').selectAll().where('case_id', '=', id).orderBy('number').execute()
const inForce = async () => (await call(router.sanctions.mine, undefined, as(bea))).items

test('a decision removes and suspends: one action in the log, the other a part of it', async () => {
  const message = 'Please come back rested.'
  await decide([{ action: 'remove' }, { action: 'suspend', message, days: 7 }])
  const [parent, child] = await entries()
  expect(parent).toMatchObject({ action: 'suspend', part_of: null, member_id: bea.id, kind: 'member' })
  expect(child).toMatchObject({ action: 'remove', part_of: parent?.id, target_id: note })
  const [sanction] = await inForce()
  expect(sanction).toMatchObject({ kind: 'suspension', message, reason: 'Rude', action_id: parent?.id })
  const days = (Date.parse(sanction?.ends_at ?? '') - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(7, 2)
  const { items } = await call(router.moderationActions.list, {}, as(null))
  expect(items[0]).toMatchObject({ action: 'suspend', parts: 1, member: { id: bea.id } })
})

test('each kind, with what it needs', async () => {
  const message = 'A word.'
  const actions = [
    { action: 'warn', message },
    { action: 'rate_limit', message, per_day: 5, days: null },
    { action: 'require_approval', message, days: 30 },
  ]
  await decide(actions)
  expect((await inForce()).map(({ kind, per_day }) => [kind, per_day]).sort()).toEqual([
    ['approval', null],
    ['rate_limit', 5],
    ['warning', null],
  ])
  expect((await entries()).map(({ action }) => action)).toEqual(['rate_limit', 'require_approval', 'warn'])
})

test.each([
  ['no message', { action: 'warn' }],
  ['an empty message', { action: 'warn', message: ' ' }],
  ['no number', { action: 'rate_limit', message: 'A word.', days: 3 }],
  ['no days', { action: 'suspend', message: 'A word.' }],
  ['days that are no number', { action: 'suspend', message: 'A word.', days: '7' }],
])('nothing is decided with %s', async (_, action) => {
  await expect(decide([action])).rejects.toMatchObject({ status: 400 })
  expect(await entries()).toEqual([])
})

test('a member is sanctioned also when the thing is gone, but not one who has left', async () => {
  await call(router.notes.remove, { id: note }, as(bea))
  const read = () => call(router.moderationCases.read, { id }, as(mo))
  expect((await read()).actions).toEqual(['suspend', 'rate_limit', 'require_approval', 'warn'])
  await world.db.deleteFrom('users').where('id', '=', bea.id).execute()
  expect((await read()).actions).toEqual([])
  await expect(decide([{ action: 'warn', message: 'A word.' }])).rejects.toMatchObject({ status: 400 })
})
