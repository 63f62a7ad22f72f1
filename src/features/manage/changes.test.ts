import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../api/router.server.ts'
import type { Viewer } from '../accounts/policy.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const as = (person: Viewer | null) => ({ context: world.asContext(person) })

test('the log goes on page by page, the latest first', async () => {
  const names = Array.from({ length: 5 }, (_, n) => `Paged ${n}`)
  for (const name of names)
    await call(router.categories.create, { name, color: '#112233' }, as(world.people.editor))
  const seen: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 3; page++) {
    const { items, next } = await call(router.changes.list, { limit: 2, cursor }, as(world.people.admin))
    seen.push(...items.map(({ name }) => name))
    cursor = next ?? undefined
  }
  expect(seen.slice(0, 5)).toEqual(names.toReversed())
})

test('the log keeps what somebody did who has left', async () => {
  const leaver = await world.buildMember({ roles: ['editor'] })
  const { id } = await call(router.categories.create, { name: 'Kept', color: '#112233' }, as(leaver))
  await world.db.deleteFrom('users').where('id', '=', leaver.id).execute()
  const { items } = await call(router.changes.list, {}, as(world.people.editor))
  expect(items.find(({ item_id }) => item_id === id)).toMatchObject({ name: 'Kept', changed_by: null })
})

test('the log has nothing of a change that failed', async () => {
  const before = await call(router.changes.list, {}, as(world.people.editor))
  const input = { name: 'KEPT', color: '#112233' }
  await expect(call(router.categories.create, input, as(world.people.editor))).rejects.toMatchObject({
    status: 409,
    message: 'There is a category of this name.',
    data: { field: 'name' },
  })
  expect(await call(router.changes.list, {}, as(world.people.editor))).toEqual(before)
})

test('the log and the counts are for editors and admins', async () => {
  const acts = [
    (person: Viewer | null) => call(router.changes.list, {}, as(person)),
    (person: Viewer | null) => call(router.collections.list, undefined, as(person)),
  ]
  for (const act of acts) {
    await expect(act(null)).rejects.toMatchObject({ status: 401 })
    for (const person of [world.people.member, world.people.moderator])
      await expect(act(person)).rejects.toMatchObject({ status: 403 })
  }
  const { items } = await call(router.collections.list, undefined, as(world.people.admin))
  const { n } = await world.db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(items.map(({ name }) => name)).toEqual(['categories', 'thinkers', 'resources', 'events'])
  expect(items[3]).toEqual({ name: 'events', count: n, can: { create: true, update: true, delete: true } })
})
