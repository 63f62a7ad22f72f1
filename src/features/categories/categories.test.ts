import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../api/router.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const names = ['Society', 'éthique', 'AI', 'Éden']
  await world.db
    .insertInto('categories')
    .values(names.map((name) => ({ name, color: '#112233', description: `On ${name}` })))
    .execute()
})
afterAll(() => world.close())

test('categories come by name, as people sort', async () => {
  const { items, next } = await call(router.categories.list, undefined, { context: world.asContext(null) })
  expect(items.map((category) => category.name)).toEqual(['AI', 'Éden', 'éthique', 'Society'])
  expect(next).toBeNull()
})

test('one category is read by its id; any other is not found', async () => {
  const context = { context: world.asContext(null) }
  const { items } = await call(router.categories.list, undefined, context)
  const id = items[0]?.id ?? ''
  expect(await call(router.categories.read, { id }, context)).toMatchObject({
    id,
    name: 'AI',
    description: 'On AI',
  })
  for (const unknown of ['nope', '0199b3c4-7a1e-7c3b-9d2f-0000000000a1'])
    await expect(call(router.categories.read, { id: unknown }, context)).rejects.toMatchObject({
      status: 404,
      message: 'Category not found',
    })
})
