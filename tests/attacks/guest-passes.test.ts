import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeGuestChallenge } from '../../src/accounts/guest-passes/pass.server.ts'
import { sessionCookie } from '../../src/accounts/session/session-cookie.server.ts'
import type { Challenge, Proof } from '../../src/accounts/sign-in/challenge-schema.ts'
import { makeChallenge } from '../../src/accounts/sign-in/sign-up-check.server.ts'
import { createApp } from '../../src/app/app.server.ts'
import { RateLimiter } from '../../src/platform/http/rate-limiter.server.ts'
import { newId } from '../../src/platform/ids.ts'
import { makeWorld, type World } from '../world.ts'

/** Tests what guests without a pass get, and attempts to get around the task. */
let world: World
let app: ReturnType<typeof createApp>
let post: string

const WEEK = 7 * 24 * 60 * 60

beforeAll(async () => {
  world = await makeWorld()
  Object.assign(world.services.config, { RATE_LIMITS: true, AUTH_SECRET: 'x'.repeat(32) })
  post = await world.buildPost({ title: 'About memory' })
  await choose('always')
})
beforeEach(() => {
  world.services.rateLimiter = new RateLimiter()
  world.services.responseCache.clear()
  app = createApp(world.services)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => world.close())

async function choose(guest_check: 'flood' | 'always' | 'never'): Promise<void> {
  await world.db.updateTable('site_settings').set({ guest_check }).execute()
  await world.services.siteSettings.load(world.db)
}

interface Sent {
  headers?: Record<string, string>
  address?: string
  method?: string
  body?: string
}

function ask(path: string, { headers = {}, address = '203.0.113.9', ...init }: Sent = {}): Promise<Response> {
  const from = { incoming: { socket: { remoteAddress: address } } }
  const request = new Request(`http://localhost:3000${path}`, { headers, ...init })
  return app.fetch(request, from as never) as Promise<Response>
}

const json = { 'content-type': 'application/json' }
const submit = (proof: object) =>
  ask('/api/guest-check', { method: 'POST', headers: json, body: JSON.stringify(proof) })
const solved = async (challenge: Challenge): Promise<Proof> => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge, solution: solution as Proof['solution'] }
}
const newProof = async () => solved(await makeGuestChallenge(world.services.config))
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const earn = async () => cookieOf(await submit(await newProof()))
/** Requests something that is never cached, because it does not exist. Returns the status. */
const statusWith = async (cookie: string, address?: string) =>
  (await ask(`/api/posts/${newId()}`, { headers: { cookie }, ...(address && { address }) })).status

describe('a guest without a pass', () => {
  test('gets a small page with a task instead of content, which nothing may cache', async () => {
    const answer = await ask(`/post/${post}`)
    const html = await answer.text()
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(html).toContain('The Threshold')
    expect(html).toContain('The check needs JavaScript. Turn it on, or come back in 5 minutes.')
    expect(html).not.toContain('memory')
    expect(html).not.toContain(post)
    expect(html.length).toBeLessThan(3000)
  })

  test('gets an error instead of public JSON, which names the way out', async () => {
    const answer = await ask('/api/posts')
    expect([answer.status, answer.headers.get('x-guest-check')]).toEqual([503, 'required'])
    expect(await answer.json()).toMatchObject({ code: 'GUEST_CHECK_REQUIRED', data: { retry_after: 300 } })
  })

  test('reads what is cached, feeds, the sitemap and robots.txt', async () => {
    const headers = { cookie: await earn() }
    expect((await ask('/api/posts', { headers })).status).toBe(200)
    for (const path of ['/api/posts', '/feeds/latest.atom', '/sitemap.xml', '/robots.txt'])
      expect.soft((await ask(path)).status, path).toBe(200)
  })

  test('gets everything if admins have turned the check off, or there is no flood', async () => {
    for (const choice of ['never', 'flood'] as const) {
      await choose(choice)
      expect.soft((await ask('/api/posts')).status, choice).toBe(200)
      world.services.responseCache.clear()
    }
    await choose('always')
  })
})

describe('a member', () => {
  test('with a session or a token notices nothing', async () => {
    const token = crypto.randomUUID()
    await sql`insert into sessions (user_id, token, expires_at)
      values (${world.people.member.id}, ${token}, now() + interval '1 day')`.execute(world.db)
    const cookie = sessionCookie(token, world.services.config).split(';')[0] ?? ''
    expect(await statusWith(cookie)).toBe(404)
    expect(await statusWith(cookie.replace(/.{6}$/, 'AAAA%3D')), 'forged').toBe(503)
  })
})

describe('a solved task', () => {
  test('is a cookie for a week, that scripts and other sites cannot read, and tells nothing', async () => {
    const answer = await submit(await newProof())
    expect(answer.status).toBe(204)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^threshold\.guest_pass=[\w-]{48}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await statusWith(cookieOf(answer))).toBe(404)
    expect(await statusWith(cookieOf(answer), '198.51.100.7'), 'from another address').toBe(404)
  })

  test('is of no use a second time', async () => {
    const proof = await newProof()
    expect((await submit(proof)).status).toBe(204)
    const again = await submit(proof)
    expect([again.status, again.headers.get('set-cookie')]).toEqual([403, null])
    // Another node does not know of the first time, but it can only repeat the same pass.
    world.services.rateLimiter = new RateLimiter()
    app = createApp(world.services)
    const [first, second] = [await submit(await newProof()), await submit(proof)]
    expect(cookieOf(second)).not.toBe(cookieOf(first))
    world.services.rateLimiter = new RateLimiter()
    app = createApp(world.services)
    expect(cookieOf(await submit(proof))).toBe(cookieOf(second))
  })

  test.each<[string, (proof: Proof) => Promise<object> | object]>([
    ['unsolved', ({ challenge }) => ({ challenge, solution: { counter: 1, derivedKey: '00'.repeat(32) } })],
    [
      'easier than given',
      ({ challenge, solution }) => {
        const parameters = { ...challenge.parameters, keyPrefix: '00' }
        return { challenge: { ...challenge, parameters }, solution }
      },
    ],
    [
      'valid for longer than given',
      ({ challenge, solution }) => {
        const parameters = { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + WEEK }
        return { challenge: { ...challenge, parameters }, solution }
      },
    ],
    ['of a sign-up', async () => solved(await makeChallenge(world.services.config))],
    ['of another forum', async () => solved(await makeGuestChallenge({ AUTH_SECRET: 'y'.repeat(32) }))],
  ])('that is %s is refused', async (_, change) => {
    const answer = await submit(await change(await newProof()))
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  })

  test('that comes too late is refused', async () => {
    const proof = await newProof()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect((await submit(proof)).status).toBe(403)
  })

  test('must be JSON of the right form', async () => {
    expect((await submit({ challenge: {} })).status).toBe(400)
    const form = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }
    expect((await ask('/api/guest-check', form)).status).toBe(415)
  })
})

describe('a pass', () => {
  test.each<[string, (cookie: string) => string]>([
    ['made up', () => `threshold.guest_pass=${'A'.repeat(48)}`],
    ['empty', () => 'threshold.guest_pass='],
    ['with another signature', (cookie) => cookie.replace(/.{4}$/, 'AAAA')],
    ['with another id', (cookie) => cookie.replace(/=..../, '=AAAA')],
    ['cut', (cookie) => cookie.slice(0, -4)],
  ])('%s is refused', async (_, change) => {
    expect(await statusWith(change(await earn()))).toBe(503)
  })

  test('ends after a week, whatever the browser sends', async () => {
    const cookie = await earn()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (WEEK - 60) * 1000 })
    expect(await statusWith(cookie)).toBe(404)
    vi.setSystemTime(Date.now() + 120_000)
    expect(await statusWith(cookie)).toBe(503)
  })

  test('that many addresses share is limited, and no other guest suffers', async () => {
    const [shared, own] = [await earn(), await earn()]
    const send = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => statusWith(shared, `10.1.0.${n}`)))
    const all = [await send(50), await send(50), await send(20)]
    expect(all.map((statuses) => [...new Set(statuses)])).toEqual([[404], [404], [429]])
    expect(await statusWith(own, '10.1.0.1')).toBe(404)
  })
})

test('challenges are limited by address', async () => {
  const statuses = []
  for (let n = 0; n < 121; n++) statuses.push((await ask('/api/guest-check')).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.at(-1)).toBe(429)
})

test.each(['//evil.example/post', '/%5Cevil.example', '/?to=https://evil.example', '/post/x#//evil.example'])(
  'nothing leads from %s to another site',
  async (path) => {
    const answer = await ask(path)
    const location = answer.headers.get('location') ?? '/'
    expect(new URL(location, 'http://localhost:3000').origin).toBe('http://localhost:3000')
    expect(await answer.text()).not.toContain('evil.example')
  },
)
