import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { insertStarter } from '../../db/starter/starter.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const list = () => call(router.thinkers.list, undefined, { context: world.asContext(null) })

test('nobody is featured in a forum that has no thinkers', async () => {
  expect(await list()).toEqual({ items: [], next: null })
})

test('thinkers come by name, as people sort, with all that is known of them', async () => {
  await world.db
    .insertInto('featured_thinkers')
    .values([
      { name: 'Zoë Quist', field_of_expertise: 'Ethics', bio: 'A life.' },
      {
        name: 'Émile Rao',
        field_of_expertise: 'Brains',
        bio: 'Another.',
        key_works: ['One', 'Two'],
        born: 1901,
      },
    ])
    .execute()
  const { items } = await list()
  expect(items.map(({ name }) => name)).toEqual(['Émile Rao', 'Zoë Quist'])
  expect(items[0]).toMatchObject({
    field_of_expertise: 'Brains',
    bio: 'Another.',
    key_works: ['One', 'Two'],
    website_url: null,
    born: 1901,
    died: null,
  })
})

test('a new forum features a dozen thinkers or more, and what it says of them is whole', async () => {
  await world.db.deleteFrom('featured_thinkers').execute()
  await insertStarter(world.db)
  const { items } = await list()
  expect(items.length).toBeGreaterThanOrEqual(12)
  for (const { name, bio, key_works, website_url } of items) {
    expect(bio.length, name).toBeGreaterThan(300)
    expect(key_works.length, name).toBeGreaterThan(0)
    expect(website_url ?? 'https://', name).toMatch(/^https:\/\//)
  }
})
