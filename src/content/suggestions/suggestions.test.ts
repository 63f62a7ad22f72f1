import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import { invalidate } from '../../core/context.server.ts'
import { RateLimiter } from '../../platform/http/rate-limiter.server.ts'

let world: World
let app: ReturnType<typeof createApp>
let oldest: string

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.RATE_LIMITS = true
  app = createApp(world.services)
  oldest = await world.buildPost({ title: 'Implants & <b>memory</b>, naïvely' })
  for (let n = 1; n <= 7; n++)
    await world.buildPost({ title: `Other things ${n}`, content_text: 'Implanted.' })
  for (let n = 1; n <= 4; n++) await world.buildMember({ username: `implanted_${n}` })
  const colored = ['Implants', 'Brain–implant ethics', 'Art of implants', 'Implanting', 'Plants'].map(
    (name) => ({
      name,
      color: '#1fa99a',
    }),
  )
  await world.db.insertInto('concepts').values(colored).execute()
})
beforeEach(() => {
  world.services.rateLimiter = new RateLimiter()
})
afterAll(() => world.close())

const suggest = (search: string) =>
  call(router.suggestions.list, { search }, { context: world.asContext(null) })

describe('suggestions', () => {
  it('are a few posts, people and concepts, those that begin so first', async () => {
    const { posts, people, concepts } = await suggest('impla')
    expect(posts).toHaveLength(5)
    expect(posts[0]).toEqual({
      id: oldest,
      title: 'Implants & <b>memory</b>, naïvely',
      title_highlight: '\uE000Implants\uE001 & <b>memory</b>, naïvely',
    })
    expect(posts[1]).not.toHaveProperty('title_highlight')
    expect(people.map(({ username }) => username)).toEqual(['implanted_1', 'implanted_2', 'implanted_3'])
    expect(concepts.map(({ name }) => name)).toEqual(['Implanting', 'Implants', 'Art of implants'])
  })

  it('name what is in a title before what is often in a text', async () => {
    const often = 'Mycelium here, mycelium there. '.repeat(20)
    const inText = await world.buildPost({ title: 'Forests', content_text: often })
    const inTitle = await world.buildPost({
      title: 'On mycelium',
      content_text: 'Roots.',
      created_at: '2020-01-01T00:00:00.000Z',
    })
    expect((await suggest('myceli')).posts.map(({ id }) => id)).toEqual([inTitle, inText])
  })

  it('find a member by @name from three letters on, and a concept by any word of its name', async () => {
    expect((await suggest('@ad')).people).toEqual([])
    expect((await suggest('@ada')).people[0]?.username).toBe('ada')
    expect((await suggest('ÉTHICS')).concepts.map(({ name }) => name)).toEqual(['Brain–implant ethics'])
  })

  it('are for the usual spelling where what was typed is found nowhere', async () => {
    await sql`select add_up_search_words()`.execute(world.db)
    const found = await suggest('implnats')
    expect(found.spelling).toBe('implants')
    expect(found.posts[0]?.id).toBe(oldest)
    expect(found.concepts.map(({ name }) => name)).toContain('Implants')
    expect(await suggest('implants')).not.toHaveProperty('spelling')
  })

  it.each(['', ' ', 'i', '%', '!!', '\0\0', '_____', '"', "';--"])('are none for %j', async (search) => {
    expect(await suggest(search)).toEqual({ posts: [], people: [], concepts: [] })
  })
})

function get(path: string, remoteAddress = '203.0.113.9') {
  const from = { incoming: { socket: { remoteAddress } } }
  return app.fetch(new Request(`http://localhost:3000${path}`), from as never)
}

test('half words push no page out, and a write is seen at once', async () => {
  const before = world.services.responseCache.size.answers
  const list = async () => (await (await get('/api/suggestions?search=entirely')).json()).posts
  expect(await list()).toEqual([])
  expect(world.services.responseCache.size.answers).toBe(before)
  expect(world.services.suggestionCache.size.answers).toBe(1)
  await world.buildPost({ title: 'Entirely new' })
  expect(await list()).toEqual([])
  invalidate(world.services, 'posts')
  expect(await list()).toHaveLength(1)
})

test('who asks without end waits, but what is known costs nothing', async () => {
  const ask = (n: number) => get(`/api/suggestions?search=word${n}`)
  for (let n = 0; n < 300; n++) expect((await ask(n)).status).toBe(200)
  const refusal = await ask(300)
  expect(refusal.status).toBe(429)
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await get('/opensearch/suggestions?search=word301')).status).toBe(429)
  expect((await ask(7)).status).toBe(200)
  expect((await get('/api/suggestions?search=word300', '203.0.113.10')).status).toBe(200)
})

test('a browser gets what OpenSearch calls suggestions', async () => {
  const answer = await get('/opensearch/suggestions?search=memo%00')
  expect(answer.headers.get('content-type')).toBe('application/x-suggestions+json')
  expect(await answer.json()).toEqual(['memo', ['Implants & <b>memory</b>, naïvely']])
  expect(await (await get('/opensearch/suggestions')).json()).toEqual(['', []])
})
