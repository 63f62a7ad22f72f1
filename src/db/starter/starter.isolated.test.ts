import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/database.ts'
import guidelines from './guidelines.json' with { type: 'json' }
import { insertStarter } from './starter.server.ts'

let db: TestDatabase['db']

beforeEach(async () => {
  db = (await testDatabase()).db
})
afterEach(() => db.destroy())

test('two nodes that start at once insert the starter content once', async () => {
  await Promise.all([insertStarter(db), insertStarter(db)])
  const kinds = await db
    .selectFrom('resources')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('n')])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  expect(kinds).toEqual([
    { kind: 'blog', n: 11 },
    { kind: 'book', n: 7 },
  ])
  const rules = db.selectFrom('community_rules').select(['number', 'title']).orderBy('number')
  expect(await rules.execute()).toEqual(guidelines.map(({ number, title }) => ({ number, title })))
})

test('a table with content of its own gets none', async () => {
  await db.insertInto('concepts').values({ name: 'Kept', color: '#112233' }).execute()
  await insertStarter(db)
  expect(await db.selectFrom('concepts').select('name').execute()).toEqual([{ name: 'Kept' }])
})

test('removed starter content does not return', async () => {
  await insertStarter(db)
  for (const table of ['concepts', 'community_rules', 'featured_thinkers', 'resources'] as const)
    await db.deleteFrom(table).execute()
  await insertStarter(db)
  for (const table of ['concepts', 'community_rules', 'featured_thinkers', 'resources'] as const)
    expect(await db.selectFrom(table).select('id').execute(), table).toEqual([])
})
