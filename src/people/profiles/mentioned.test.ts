import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.db
    .updateTable('profiles')
    .set({ full_name: 'Zoë-Ruth Adler' })
    .where('id', '=', world.people.member.id)
    .execute()
})
afterAll(() => world.close())

const ask = async (search: string, match?: 'beginning') => {
  const { items } = await call(router.profiles.search, { search, match }, { context: world.asContext(null) })
  return items.map(({ username }) => username)
}

it.each(['r', 'ru', 'RUT', 'zo', 'zoe', 'ad', 'adl', 'ada', 'zoe ad'])(
  'a name is found by "%s", which one of its words begins with',
  async (typed) => expect(await ask(typed, 'beginning')).toContain('ada'),
)

it.each(['uth', 'd', "x' | !", ':*', '!!', '(', '\\'])(
  '"%s" begins none of them, and breaks nothing',
  async (typed) => {
    expect(await ask(typed, 'beginning')).not.toContain('ada')
  },
)

it('other searches begin with the third letter', async () => {
  await expect(ask('ru')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(ask('', 'beginning')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
