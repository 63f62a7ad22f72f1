import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { HIGHLIGHTED_POSTS } from './policy.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

test('of a profile are the concepts of most posts, and the posts with the best scores', async () => {
  const ada = await world.buildMember({ username: 'ada_writes' })
  const [often, once, never] = [await concept('Often'), await concept('Once'), await concept('Never')]
  const first = await scored(ada, 3, [often])
  const second = await scored(ada, 9, [often, once])
  const third = await scored(ada, 5, [])
  await scored(ada, 1, [])
  await scored(ada, 0, [])
  await scored(world.people.other, 50, [never])
  const { concepts, best } = await highlights('ADA_writes')
  expect(concepts.map(({ name, posts }) => [name, posts])).toEqual([
    ['Often', 2],
    ['Once', 1],
  ])
  expect(best.map(({ id, votes_score }) => [id, votes_score])).toEqual([
    [second, 9],
    [third, 5],
    [first, 3],
  ])
  expect(best).toHaveLength(HIGHLIGHTED_POSTS)
})

test('of somebody whose posts nobody voted for are none', async () => {
  const ada = await world.buildMember({ username: 'ada_unheard' })
  await scored(ada, 0, [])
  await scored(ada, -2, [])
  expect(await highlights('ada_unheard')).toEqual({ concepts: [], best: [] })
  await expect(highlights('nobody_here')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a profile counts notes, but neither replies nor what was deleted', async () => {
  const ada = await world.buildMember({ username: 'ada_notes' })
  const kept = await world.buildNote({ author: ada })
  await world.buildNote({ author: ada, parent_id: kept })
  const gone = await world.buildNote({ author: ada })
  await world.buildNote({ author: world.people.other, parent_id: gone })
  const count = async () =>
    (await call(router.profiles.read, { username: 'ada_notes' }, asVisitor())).note_count
  expect(await count()).toBe(2)
  await call(router.notes.remove, { id: gone }, { context: world.asContext(ada) })
  expect(await count()).toBe(1)
})

function scored(author: Viewer, votes_score: number, concept_ids: string[]) {
  return world.buildPost({ author, votes_score, concept_ids })
}

async function concept(name: string) {
  const rows = await world.db
    .insertInto('concepts')
    .values({ name, color: '#888888' })
    .returning('id')
    .execute()
  return rows[0]?.id as string
}

function highlights(username: string) {
  return call(router.profiles.highlights, { username }, asVisitor())
}

function asVisitor() {
  return { context: world.asContext(null) }
}
