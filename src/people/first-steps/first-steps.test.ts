import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { NEW_FOR_DAYS, PEOPLE_TO_FOLLOW } from './policy.ts'

let world: World
let ada: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember({ created_at: new Date().toISOString() })
})

test('a new member has all steps before them', async () => {
  expect(await done(ada)).toEqual({ people: false, concept: false, introduction: false })
})

test('a step is done once three people are followed, and no sooner', async () => {
  for (let i = 0; i < PEOPLE_TO_FOLLOW; i++) {
    expect((await done(ada)).people).toBe(false)
    const { username } = await world.buildMember()
    await call(router.follows.add, { username }, as(ada))
  }
  const { steps, people } = await read(ada)
  expect(steps[0]).toEqual({ step: 'people', done: true })
  expect(people).toEqual([])
})

test('a step is done once a concept is followed', async () => {
  const { id } = await world.db
    .insertInto('concepts')
    .values({ name: 'Neural interfaces', color: '#4488cc' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await call(router.conceptFollows.add, { id }, as(ada))
  expect((await done(ada)).concept).toBe(true)
  await call(router.conceptFollows.remove, { id }, as(ada))
  expect((await done(ada)).concept).toBe(false)
})

test.each(['bio', 'post'])('a step is done once somebody has introduced themselves: %s', async (by) => {
  if (by === 'bio') await call(router.me.update, { bio: 'I build prostheses.' }, as(ada))
  else await call(router.posts.create, { title: 'Hello', content: '<p>Words.</p>' }, as(ada))
  expect((await done(ada)).introduction).toBe(true)
})

test('those who wrote are suggested, never oneself, whom one follows or who is not verified', async () => {
  const [bo, cy] = [await world.buildMember({ full_name: 'Bo' }), await world.buildMember()]
  for (const author of [bo, bo, cy, cy, cy, ada, ada, ada, ada])
    await call(router.posts.create, { title: 'Words', content: '<p>Words.</p>' }, as(author))
  const unverified = await world.buildMember()
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', unverified.id).execute()
  const suggested = async () => (await read(ada)).people.map(({ id }) => id)
  expect((await suggested()).slice(0, 2)).toEqual([cy.id, bo.id])
  await call(router.follows.add, { username: cy.username }, as(ada))
  expect((await suggested())[0]).toBe(bo.id)
  expect(await suggested()).toHaveLength(PEOPLE_TO_FOLLOW)
  for (const id of [ada.id, cy.id, unverified.id]) expect(await suggested()).not.toContain(id)
})

test('who dismisses them sees them no more, twice or not, and nobody else is spared', async () => {
  const bo = await world.buildMember()
  for (let i = 0; i < 2; i++) await call(router.firstSteps.dismiss, undefined, as(ada))
  expect(await read(ada)).toEqual({ steps: [], people: [] })
  expect((await read(bo)).steps).not.toEqual([])
})

test('nobody is led who has been here for long', async () => {
  const created_at = new Date(Date.now() - (NEW_FOR_DAYS + 1) * 86_400_000).toISOString()
  expect((await read(await world.buildMember({ created_at }))).steps).toEqual([])
})

test('they are for members', async () => {
  await expect(call(router.firstSteps.read, undefined, as(null))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(call(router.firstSteps.dismiss, undefined, as(null))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function read(person: Viewer) {
  return call(router.firstSteps.read, undefined, as(person))
}

async function done(person: Viewer) {
  return Object.fromEntries((await read(person)).steps.map(({ step, done }) => [step, done]))
}
