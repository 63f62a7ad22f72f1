import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { REPLIES_MAX, REPLY_TEXT_MAX } from './policy.ts'

let world: World
let mo: Viewer

beforeAll(async () => {
  world = await makeWorld()
  mo = world.people.moderator
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('saved_replies').execute())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const REPLY = { title: 'Advertising', text: 'Please don’t advertise.\nThe rules explain why.' }
const add = (viewer: Viewer | null = mo, reply: object = REPLY) =>
  call(router.savedReplies.create, reply as never, as(viewer))
const list = async (viewer: Viewer | null = mo) =>
  (await call(router.savedReplies.list, undefined, as(viewer))).items

test('moderators add, list, change and delete saved replies, and each change is logged', async () => {
  const { id } = await add()
  await add(world.people.admin, { title: 'A warning', text: 'Please be kind.' })
  expect((await list()).map(({ title }) => title)).toEqual(['A warning', 'Advertising'])
  const changed = await call(router.savedReplies.update, { id, text: 'No advertising.' }, as(mo))
  expect(changed).toMatchObject({ title: 'Advertising', text: 'No advertising.' })
  await call(router.savedReplies.remove, { id }, as(mo))
  expect((await list()).map(({ title }) => title)).toEqual(['A warning'])
  const log = await world.db
    .selectFrom('content_changes')
    .select(['act', 'kind', 'name', 'changed_by'])
    .where('item_id', '=', id)
    .orderBy('id')
    .execute()
  const entry = { kind: 'saved reply', name: 'Advertising', changed_by: mo.id }
  expect(log).toEqual(['created', 'updated', 'deleted'].map((act) => ({ ...entry, act })))
})

test('guests, members and editors cannot see or add them', async () => {
  await expect(list(null)).rejects.toMatchObject({ status: 401 })
  for (const viewer of [world.people.member, world.people.editor]) {
    await expect(list(viewer)).rejects.toMatchObject({ status: 403 })
    await expect(add(viewer)).rejects.toMatchObject({ status: 403 })
  }
})

test.each([
  ['title', { ...REPLY, title: ' ' }],
  ['text', { ...REPLY, text: ' \n ' }],
  ['text', { ...REPLY, text: 'x'.repeat(REPLY_TEXT_MAX + 1) }],
])('an invalid %s is refused at its field', async (field, reply) => {
  await expect(add(mo, reply)).rejects.toMatchObject({ status: 400, data: { field } })
})

test('two moderators cannot overwrite each other’s change', async () => {
  const { id, updated_at } = await add()
  await call(router.savedReplies.update, { id, text: 'First', updated_at }, as(mo))
  const late = call(router.savedReplies.update, { id, text: 'Second', updated_at }, as(world.people.admin))
  await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(call(router.savedReplies.update, { id: newId(), text: 'None' }, as(mo))).rejects.toMatchObject(
    { code: 'NOT_FOUND' },
  )
})

test('there are at most fifty, also if many are added at once, and a deleted one leaves room', async () => {
  const tries = await Promise.allSettled(
    Array.from({ length: REPLIES_MAX + 5 }, (_, n) => add(mo, { ...REPLY, title: `Reply ${n}` })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(REPLIES_MAX)
  await expect(add()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'You can add at most 50 saved replies.',
  })
  const [first] = await list()
  await call(router.savedReplies.remove, { id: first?.id ?? '' }, as(mo))
  expect(await add()).toMatchObject(REPLY)
})
