import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { RESPONSE_CACHE_CHANNEL } from '../../core/context.server.ts'
import { insertPosts } from '../../shell/demo/insert.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const names = ['Society', 'éthique', 'AI', 'Éden']
  await world.db
    .insertInto('concepts')
    .values(names.map((name) => ({ name, color: '#112233', description: `On ${name}` })))
    .execute()
})
afterAll(() => world.close())

test('concepts come by name, as people sort', async () => {
  const { items, next } = await call(router.concepts.list, undefined, { context: world.asContext(null) })
  expect(items.map((concept) => concept.name)).toEqual(['AI', 'Éden', 'éthique', 'Society'])
  expect(next).toBeNull()
})

test('one concept is read by its id; any other is not found', async () => {
  const context = { context: world.asContext(null) }
  const { items } = await call(router.concepts.list, undefined, context)
  const id = items[0]?.id ?? ''
  expect(await call(router.concepts.read, { id }, context)).toMatchObject({
    id,
    name: 'AI',
    description: 'On AI',
    post_count: 0,
  })
  for (const unknown of ['nope', '0199b3c4-7a1e-7c3b-9d2f-0000000000a1'])
    await expect(call(router.concepts.read, { id: unknown }, context)).rejects.toMatchObject({
      status: 404,
      message: 'Category not found',
    })
})

test('a concept counts its posts, whatever happens to them', async () => {
  const context = { context: world.asContext(world.people.author) }
  const [one, two] = (await call(router.concepts.list, undefined, context)).items.map(({ id }) => id)
  const counts = async () =>
    (await call(router.concepts.list, undefined, context)).items
      .slice(0, 2)
      .map(({ post_count }) => post_count)
  const post = { title: 'A title', content: '<p>Words.</p>' }
  const { id } = await call(router.posts.create, { ...post, concept_ids: [one, two] as string[] }, context)
  await call(router.posts.create, { ...post, concept_ids: [one] as string[] }, context)
  expect(await counts()).toEqual([2, 1])
  await call(router.posts.update, { id, concept_ids: [two] as string[] }, context)
  expect(await counts()).toEqual([1, 1])
  await call(router.posts.remove, { id }, context)
  expect(await counts()).toEqual([1, 0])
  await world.db
    .deleteFrom('concepts')
    .where('id', '=', one as string)
    .execute()
  expect(await counts()).toEqual([0, 0])
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

test('who posts waits for nobody who posts in the same concepts, and the counts are right', async () => {
  const concepts = ['Left', 'Right'].map((name) => ({ name, color: '#112233', description: '' }))
  const rows = await world.db.insertInto('concepts').values(concepts).returning('id').execute()
  const ids = rows.map(({ id }) => id)
  const context = { context: world.asContext(world.people.author) }
  const post = { title: 'A title', content: '<p>Words.</p>' }
  await world.db.transaction().execute(async (slow) => {
    await insertPosts(slow, [{ ...post, author_id: null, concept_ids: ids }])
    const made = Array.from({ length: 12 }, async (_, i) => {
      const { id } = await call(
        router.posts.create,
        { ...post, concept_ids: i % 2 ? ids : ids.toReversed() },
        context,
      )
      if (i % 3 === 0) await call(router.posts.remove, { id }, context)
      else await call(router.posts.update, { id, concept_ids: [ids[i % 2] as string] }, context)
    })
    await Promise.all(made)
  })
  const { items } = await call(router.concepts.list, undefined, context)
  expect(items.filter(({ id }) => ids.includes(id)).map(({ post_count }) => post_count)).toEqual([5, 5])
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

test('concepts with a position come first, and the others by name', async () => {
  const asEditor = { context: world.asContext(world.people.editor) }
  const make = (name: string, position: number | null) =>
    call(router.concepts.create, { name, color: '#112233', position }, asEditor)
  const made = [await make('Aa last', null), await make('Zz second', 2), await make('Zz first', 1)]
  const names = async () =>
    (await call(router.concepts.list, undefined, asEditor)).items
      .map(({ name }) => name)
      .filter((name) => made.some((concept) => concept.name === name))
  expect(await names()).toEqual(['Zz first', 'Zz second', 'Aa last'])
  await call(router.concepts.update, { id: made[1]?.id ?? '', position: null }, asEditor)
  expect(await names()).toEqual(['Zz first', 'Aa last', 'Zz second'])
  for (const position of [0, 100, 1.5])
    await expect(make('Nowhere', position)).rejects.toMatchObject({ data: { field: 'position' } })
  for (const { id } of made) await call(router.concepts.remove, { id }, asEditor)
})

test('a concept that is deleted leaves its posts, and what showed it is made anew', async () => {
  const { author, editor } = world.people
  const asEditor = { context: world.asContext(editor) }
  const make = (name: string) => call(router.concepts.create, { name, color: '#112233' }, asEditor)
  const [going, staying] = [await make('Going'), await make('Staying')]
  const post = { title: 'A title', content: '<p>Words.</p>', concept_ids: [going.id, staying.id] }
  const { id } = await call(router.posts.create, post, { context: world.asContext(author) })
  const dropped: unknown[] = []
  const deafen = world.services.bus.subscribe(RESPONSE_CACHE_CHANNEL, (tags) => dropped.push(tags))
  const labels = async () =>
    (await call(router.posts.read, { id }, asEditor)).concepts.map(({ name, color }) => [name, color])

  await call(router.concepts.update, { id: staying.id, name: 'Renamed', color: '#445566' }, asEditor)
  expect(await labels()).toEqual([
    ['Going', '#112233'],
    ['Renamed', '#445566'],
  ])
  expect(dropped.splice(0)).toEqual([['concepts']])

  await call(router.concepts.remove, { id: going.id }, asEditor)
  expect(await labels()).toEqual([['Renamed', '#445566']])
  expect(dropped).toEqual([['concepts', `concept:${going.id}`]])
  const { concept_id } = await world.db
    .selectFrom('posts')
    .select('concept_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(concept_id).toBe(staying.id)
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
  deafen()
})
