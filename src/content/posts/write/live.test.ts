import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { LIVE_CHANNEL, type LiveEnvelope, type LiveEvent } from '../../../accounts/live/events.ts'
import { router } from '../../../app/router.server.ts'
import { newId } from '../../../platform/ids.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('open lists hear of a new post once, with its concepts, and of one that goes', async () => {
  const { author } = world.people
  const { id: concept } = await world.db
    .insertInto('concepts')
    .values({ name: 'Tides', color: '#336699' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const events: LiveEvent[] = []
  world.services.bus.subscribe(LIVE_CHANNEL, (message) => events.push((message as LiveEnvelope).event))
  const context = world.asContext(author)
  const words = { title: 'Of tides', content: '<p>Words.</p>', concept_ids: [concept, newId()] }
  const { id } = await call(router.posts.create, words, { context })
  await call(router.posts.update, { id, title: 'Of ebb' }, { context })
  await call(router.posts.remove, { id }, { context })
  const of = { type: 'posts', id }
  expect(events).toEqual([
    { ...of, act: 'created', author_id: author.id, concept_ids: [concept] },
    { ...of, act: 'deleted', author_id: null, concept_ids: [] },
  ])
})
