import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/app/app.server.ts'
import { makeWorld, type World } from '../world.ts'

/** Tests that a public response depends only on the URL, so that caches can share it between all clients. */
let world: World
let app: ReturnType<typeof createApp>
let one: string
let other: string
let concept: string

beforeAll(async () => {
  world = await makeWorld()
  app = createApp(world.services)
  const row = { name: 'Shared', color: '#336699', description: '' }
  const { id } = await world.db.insertInto('concepts').values(row).returning('id').executeTakeFirstOrThrow()
  concept = id
  one = await world.buildPost({ title: 'The first' })
  other = await world.buildPost({ title: 'The second' })
})
afterAll(() => world.close())

async function ask(path: string) {
  const response = await app.fetch(new Request(`http://localhost:3000${path}`))
  return { status: response.status, text: await response.text() }
}

test.each([
  ['the thing of its path', () => `/api/posts/${one}`, () => `?id=${other}`],
  ['the comments of its path', () => `/api/posts/${one}/comments`, () => `?id=${crypto.randomUUID()}`],
  ['the member of its path', () => `/api/profiles/${world.people.author.username}`, () => '?username=nobody'],
  ['the whole list', () => '/api/posts', () => `?%5Cconcepts[]=${concept}`],
  ['the whole list in its order', () => '/api/posts?sort=oldest', () => `&concepts%5C%5B0%5D=${concept}`],
  ['what its parameters say', () => '/api/posts?search=first', () => '#second'],
])('%s is answered, whatever is added first', async (_, path, added) => {
  const poisoned = await ask(path() + added())
  const asked = await ask(path())
  expect(asked).toEqual(poisoned)
  world.services.responseCache.clear()
  expect(asked).toEqual(await ask(path()))
  expect(asked.status).toBe(200)
})

test('a question with more slashes is none: it would be counted and kept as another', async () => {
  for (const path of ['/api/posts/', '/api/posts//', `/api/posts//${one}`, '/api/posts/no/such'])
    expect((await ask(`${path}?search=first`)).status, path).toBe(404)
})

test('a form that verifies an address is no larger than a token', async () => {
  const body = new URLSearchParams({ token: 'x'.repeat(5000) })
  const response = await app.fetch(new Request('http://localhost:3000/auth/verify', { method: 'POST', body }))
  expect(response.status).toBe(413)
})
