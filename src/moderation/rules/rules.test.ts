import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { RULES_MAX } from './policy.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('community_rules').execute())

const as = (person: 'editor' | 'visitor') => ({ context: world.asContext(world.people[person]) })
const add = (title: string, rest: object = {}) => call(router.rules.create, { title, ...rest }, as('editor'))
const listed = async () =>
  (await call(router.rules.list, undefined, as('visitor'))).items.map(({ number, title }) => [number, title])

test('a new rule is the last, and takes the number that it asks for when that is free', async () => {
  await add('Be kind')
  await add('Be brief')
  await add('Be here', { number: 7 })
  await add('Be done')
  expect(await listed()).toEqual([
    [1, 'Be kind'],
    [2, 'Be brief'],
    [7, 'Be here'],
    [8, 'Be done'],
  ])
  await expect(add('Be first', { number: 1 })).rejects.toMatchObject({
    status: 409,
    data: { field: 'number' },
  })
})

test('a rule that takes the number of another changes places with it', async () => {
  const [, second, third] = [await add('One'), await add('Two'), await add('Three')]
  await call(router.rules.update, { id: third.id, number: 1 }, as('editor'))
  expect(await listed()).toEqual([
    [1, 'Three'],
    [2, 'Two'],
    [3, 'One'],
  ])
  await call(router.rules.update, { id: second.id, number: 9 }, as('editor'))
  expect(await listed()).toEqual([
    [1, 'Three'],
    [3, 'One'],
    [9, 'Two'],
  ])
})

test('twenty that are added at once have twenty numbers', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => add(`Rule ${n}`)))
  expect((await listed()).map(([number]) => number)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

test('twenty that change places at once all do, while others are changed and deleted', async () => {
  const ids: string[] = []
  for (let n = 1; n <= 20; n++) ids.push((await add(`Rule ${n}`)).id)
  const update = (id: string, change: object) => call(router.rules.update, { id, ...change }, as('editor'))
  for (let round = 1; round <= 3; round++)
    await Promise.all(ids.map((id, n) => update(id, { number: ((n * 7 + round * 3) % 20) + 1 })))
  expect((await listed()).map(([number]) => number)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  await Promise.all(
    ids.map((id, n) => {
      if (n % 3 === 0) return call(router.rules.remove, { id }, as('editor'))
      return update(id, n % 3 === 1 ? { text: `Text ${n}` } : { number: 20 - n })
    }),
  )
  expect(await listed()).toHaveLength(13)
  const direct = ids.map((id, n) =>
    world.db
      .updateTable('community_rules')
      .set({ number: n + 1 })
      .where('id', '=', id)
      .execute(),
  )
  await Promise.all(direct)
})

test('the others keep their numbers when one goes', async () => {
  const { id } = await add('One')
  await add('Two')
  await call(router.rules.remove, { id }, as('editor'))
  expect(await listed()).toEqual([[2, 'Two']])
})

test(`there is room for ${RULES_MAX}`, async () => {
  await add('The last', { number: RULES_MAX })
  await expect(add('One more')).rejects.toMatchObject({ status: 409 })
})

test('its text is plain words, with links, and no markup of whoever wrote it', async () => {
  const { text_html } = await add('Links', { text: 'See https://a.example <script>alert(1)</script>' })
  expect(text_html).toContain('href="https://a.example')
  expect(text_html).not.toContain('<script')
})
