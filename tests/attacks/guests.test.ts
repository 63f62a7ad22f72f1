import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionCookie } from '../../src/accounts/session/session-cookie.server.ts'
import { createApp } from '../../src/app/app.server.ts'
import { GUESTS_AT_ONCE } from '../../src/core/guest-queues.server.ts'
import { RateLimiter } from '../../src/platform/http/rate-limiter.server.ts'
import { makeWorld, type World } from '../world.ts'

/** Tests how much a single guest can affect other users. */
let world: World
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  world = await makeWorld()
  Object.assign(world.services.config, { RATE_LIMITS: true, AUTH_SECRET: 'x'.repeat(32) })
  await world.buildPost({ title: 'About memory' })
  // Otherwise a slow machine looks like a flood, in which guests need a pass (guest-passes.test.ts).
  await world.db.updateTable('site_settings').set({ guest_check: 'never' }).execute()
  await world.services.siteSettings.load(world.db)
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
})

describe('the queue of guests', () => {
  let block: Awaited<ReturnType<typeof lockPosts>>
  let asked: Promise<Response>[]

  beforeEach(async () => {
    block = await lockPosts()
  })
  afterEach(async () => {
    await block.release()
    await Promise.all(asked)
  })

  /** Sends requests for posts, whose table is locked. Some wait for it, the others in the forum's queue. */
  function send(count: number, address: (n: number) => string): void {
    asked = Array.from({ length: count }, (_, n) => get(`/api/posts/${crypto.randomUUID()}`, address(n)))
  }
  const fill = () => send(GUESTS_AT_ONCE + 300, (n) => `10.0.${n >> 8}.${n & 255}`)

  test('lets few run at once, and of one address few wait; others are not refused', async () => {
    send(GUESTS_AT_ONCE + 61, () => '203.0.113.9')
    expect(await running(/p\.title/)).toBe(GUESTS_AT_ONCE)
    const refused = await Promise.race(asked)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', data: { retry_after: 5 } })
    const elsewhere = get('/api/notes', '203.0.113.10')
    await block.release()
    expect((await elsewhere).status).toBe(200)
  })

  test('when it is full, guests get a page that tries again, and cached pages are served', async () => {
    fill()
    const refusal = await get('/rules')
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '5'])
    const html = await refusal.text()
    expect(html).toContain('The forum is very busy right now.')
    expect(html).toContain('<meta http-equiv="refresh" content="5"/>')
    await block.release()
    await Promise.all(asked)
    expect((await get('/rules')).status).toBe(200)
    block = await lockPosts()
    fill()
    expect((await get('/rules')).status, 'cached').toBe(200)
  })

  test('when it is full, members are served what guests would get', async () => {
    fill()
    expect((await get('/api/notes')).status).toBe(503)
    const answer = await get('/api/notes', '203.0.113.9', await signedIn())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    await block.release()
    world.services.responseCache.clear()
    await Promise.all(asked)
    expect(await answer.text()).toBe(await (await get('/api/notes')).text())
  })

  test('a session that is forged, has no signature or has ended is of no use', async () => {
    fill()
    const { cookie } = await signedIn()
    const statusOf = async (sent: string) => (await get('/api/notes', '203.0.113.9', { cookie: sent })).status
    expect.soft(await statusOf(cookie.replace(/.{6}$/, 'AAAA%3D')), 'forged').toBe(503)
    const unsigned = `threshold.session_token=${crypto.randomUUID()}`
    expect.soft(await statusOf(unsigned), 'without a signature').toBe(503)
    await sql`delete from sessions`.execute(world.db)
    expect.soft(await statusOf(cookie), 'ended').toBe(503)
  })
})

test('a guest who asks for one page after another is never refused', async () => {
  for (let n = 0; n < 100; n++) expect((await get(`/api/profiles/nobody${n}`)).status).toBe(404)
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

/** Locks the posts table, so that statements about posts wait until `release` is called. */
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

/** Returns the number of running SQL statements whose first 1,024 bytes match, once that number is stable. */
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
