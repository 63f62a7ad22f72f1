// @module-tag all
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/app/app.server.ts'
import { router } from '../../src/app/router.server.ts'
import { longestStall, STALL_MAX } from '../stalls.ts'
import { makeWorld, type World } from '../world.ts'

let world: World
let app: ReturnType<typeof createApp>
let post: string

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.AUTH_SECRET = 'a secret of some length for tests'
  app = createApp(world.services)
  // Renders one page in advance, because the first page also loads modules.
  await render('/rules')
  post = await world.buildPost({ content: `<p>${'http://a.b/ '.repeat(8250).trim()}</p>` })
  await sql`insert into comments (post_id, author_id, content)
    select ${post}, ${world.people.member.id}, trim(repeat('http://a.b/ ', 832)) from generate_series(1, 300)`.execute(
    world.db,
  )
}, 60_000)
afterAll(() => world.close())

async function render(path: string) {
  const ask = (at: string) => app.fetch(new Request(`http://localhost:3000${at}`))
  const first = await ask(path)
  const location = first.headers.get('location')
  expect((location ? await ask(location) : first).status).toBe(200)
}

const asGuest = () => ({ context: world.asContext(null) })
const multipart = { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' }
const ATTACKS: [name: string, attack: () => Promise<unknown>][] = [
  ['a post full of addresses', () => call(router.posts.read, { id: post }, asGuest())],
  ['300 comments full of addresses', () => call(router.comments.list, { id: post }, asGuest())],
  ['the page of them', () => render(`/post/${post}`)],
  ['a feed of them', async () => app.fetch(new Request('http://localhost:3000/feeds/latest.atom'))],
  [
    'a malformed multipart form',
    async () =>
      app.fetch(
        new Request('http://localhost:3000/auth/link', {
          method: 'POST',
          headers: multipart,
          body: '--x\r\n'.repeat(100_000),
        }),
      ),
  ],
]

test('a malformed multipart form is the sender’s mistake', async () => {
  const request = { method: 'POST', headers: multipart, body: '--x\r\n' }
  expect((await app.fetch(new Request('http://localhost:3000/auth/link', request))).status).toBe(400)
})

test.each(ATTACKS)('%s leaves other requests waiting for less than 300 ms', async (_name, attack) => {
  expect(await longestStall(attack)).toBeLessThan(STALL_MAX)
})
