import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SEARCHES_AT_ONCE } from '../../src/api/core/admission.server.ts'
import { createApp } from '../../src/app.server.ts'
import { sessionCookie } from '../../src/features/accounts/session/session-cookie.server.ts'
import { RateLimiter } from '../../src/platform/rate-limiter.server.ts'
import { makeWorld, type World } from '../world.ts'

/** What one guest can do to the others. */
let world: World
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  world = await makeWorld()
  Object.assign(world.services.config, { RATE_LIMITS: true, AUTH_SECRET: 'x'.repeat(32) })
  await world.buildPost({ title: 'About memory' })
})
beforeEach(() => {
  world.services.rateLimiter = new RateLimiter()
  world.services.responseCache.clear()
  app = createApp(world.services)
})
afterAll(() => world.close())

function get(path: string, remoteAddress = '203.0.113.9', headers = {}) {
  const from = { incoming: { socket: { remoteAddress } } }
  return app.fetch(
    new Request(`http://localhost:3000${path}`, { headers }),
    from as never,
  ) as Promise<Response>
}

describe('searches', () => {
  test('are counted unless the answer is known; another address is another guest', async () => {
    const ask = (n: number, address?: string) => get(`/api/posts?search=memory${n}`, address)
    for (let n = 0; n < 60; n++) expect((await ask(n)).status).toBe(200)
    const refusal = await ask(60)
    expect(refusal.status).toBe(429)
    const seconds = Number(refusal.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(await refusal.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after: seconds } })
    expect((await ask(7)).status).toBe(200)
    expect((await ask(60, '203.0.113.10')).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect((await ask(60)).status).toBe(200)
    vi.useRealTimers()
  })

  test('a page of results is a search, and its refusal a page that tries again', async () => {
    for (let n = 0; n < 60; n++) await get(`/api/profiles?search=memory${n}`)
    const refusal = await get('/forum?search=memory')
    expect(refusal.status).toBe(429)
    const seconds = refusal.headers.get('retry-after')
    const html = await refusal.text()
    expect(html).toContain(`You&#x27;re going too fast. Try again in ${seconds} seconds.`)
    expect(html).toContain(`<meta http-equiv="refresh" content="${seconds}"/>`)
    expect(refusal.headers.get('content-security-policy')).toContain("default-src 'self'")
  })

  test('few run at once; the others wait, and who waits too long is told when to come again', async () => {
    const block = await lockPosts()
    const asked = Array.from({ length: SEARCHES_AT_ONCE + 11 }, (_, n) => get(`/api/posts?search=memory${n}`))
    expect(await running(/find_posts/)).toBe(SEARCHES_AT_ONCE)
    const refused = await Promise.race(asked)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3'])
    expect(await refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', data: { retry_after: 3 } })
    const elsewhere = get('/api/posts?search=memory', '203.0.113.10')
    await block.release()
    expect((await elsewhere).status).toBe(200)
    await Promise.all(asked)
  })
})

describe('what no cache has', () => {
  test('comes twenty times a second for one address, the next in the seconds after, and then not at all', async () => {
    const asked = await Promise.all(Array.from({ length: 90 }, (_, n) => get(`/api/profiles/nobody${n}`)))
    const statuses = asked.map(({ status }) => status)
    expect(statuses.filter((status) => status === 404)).toHaveLength(80)
    const refused = asked.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
  })
})

test('however many connections guests keep, members have some', async () => {
  const { visitorDb } = world.services
  const block = await lockPosts()
  const guests = Array.from({ length: 20 }, () => sql`select count(*) from posts`.execute(visitorDb))
  expect(await running(/count\(\*\) from posts/)).toBe(5)
  const answer = await get('/api/me', '203.0.113.10', await signedIn())
  expect(await answer.json()).toMatchObject({ user: { username: 'ada' } })
  await block.release()
  await Promise.all(guests)
})

async function signedIn() {
  const token = crypto.randomUUID()
  const { people, services } = world
  await sql`insert into sessions (user_id, token, expires_at)
    values (${people.member.id}, ${token}, now() + interval '1 day')`.execute(world.db)
  return { cookie: sessionCookie(token, services.config).split(';')[0] ?? '' }
}

/** Nobody reads posts until it is released. */
async function lockPosts() {
  const locked = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<void>()
  const holding = world.db.transaction().execute(async (trx) => {
    await sql`lock table posts in access exclusive mode`.execute(trx)
    locked.resolve()
    await promise
  })
  await locked.promise
  const release = () => {
    resolve()
    return holding
  }
  return { release }
}

/** Statements like these that are under way, once their number stands still. */
async function running(kind: RegExp): Promise<number> {
  const count = async () => {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(world.db)
    return rows.filter(({ query }) => kind.test(query)).length
  }
  let [before, after] = [-1, await count()]
  while (after === 0 || after !== before) {
    await new Promise((done) => setTimeout(done, 100))
    ;[before, after] = [after, await count()]
  }
  return after
}
