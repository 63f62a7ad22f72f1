import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { UNKNOWN_TOKEN_RATE_LIMIT } from '../../src/accounts/access-tokens/access-token-cache.server.ts'
import { hashOf, newToken } from '../../src/accounts/access-tokens/token.server.ts'
import { createApp } from '../../src/app/app.server.ts'
import { router } from '../../src/app/router.server.ts'
import { createServices, type RunningServices, stopServices } from '../../src/app/services.server.ts'
import type { TokenScope } from '../../src/core/token-scope.ts'
import type { Viewer } from '../../src/core/viewer.ts'
import { addSanction } from '../../src/moderation/sanctions/sanction.server.ts'
import { RateLimiter } from '../../src/platform/http/rate-limiter.server.ts'
import { type Accounts, makeAccounts } from '../accounts.ts'
import { countingStatements } from '../statements.ts'

type App = ReturnType<typeof createApp>

let world: Accounts
let app: App
let elsewhere: RunningServices
let there: App
let member: Viewer
/** An access token of `member` with the write scope. */
let token: string

beforeAll(async () => {
  world = await makeAccounts()
  app = createApp(world.services)
  elsewhere = createServices(world.services.config)
  there = createApp(elsewhere)
  await Promise.all([world.services.bus.start(), elsewhere.bus.start()])
})
afterAll(async () => {
  await stopServices(elsewhere)
  await world.close()
})
beforeEach(async () => {
  member = await world.buildMember()
  token = await tokenOf(member, 'write')
})

async function tokenOf(viewer: Viewer, scope: TokenScope): Promise<string> {
  const context = { ...world.asContext(viewer), ...world.services }
  return (await call(router.accessTokens.create, { name: 'Program', scope, days: 7 }, { context })).token
}

interface TokenCall {
  method?: string
  body?: unknown
  on?: App
  /** IP address of the client. */
  from?: string
  headers?: Record<string, string>
}

async function ask(
  path: string,
  sent = token,
  { method = 'GET', body, on = app, from, headers }: TokenCall = {},
) {
  const request = new Request(`http://localhost:3000/api${path}`, {
    method,
    headers: { authorization: `Bearer ${sent}`, 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const env = from ? { incoming: { socket: { remoteAddress: from } } } : undefined
  const response = await on.fetch(request, env as never)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

const statusOf = async (sent = token, options: TokenCall = {}) =>
  (await ask('/me/news', sent, options)).status

test('who sends it is its member, with neither cookie nor X-CSRF-Token, from whatever page', async () => {
  const { body } = await ask('/me')
  expect(body).toMatchObject({ user: { id: member.id }, access_token: { scope: 'write' } })
  expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const written = await ask('/notes', token, { method: 'POST', body: { content: 'By a program' }, headers })
  expect(written.status).toBe(201)
  expect(written.headers.get('set-cookie')).toBeNull()
  expect(written.headers.get('cache-control')).toBe('no-store')
})

describe('beside the cookie of somebody signed in', () => {
  let cookie: string
  beforeAll(async () => {
    const email = 'beside@example.org'
    await world.signUp({ email, username: 'beside' })
    await world.verify(email)
    cookie = (await world.signIn(email)).cookie
  })

  test('the token alone counts', async () => {
    const { body } = await ask('/me', token, { headers: { cookie } })
    expect(body.user.id).toBe(member.id)
    const rest = { headers: { cookie, 'x-csrf-token': 'x'.repeat(32), 'sec-fetch-site': 'same-origin' } }
    expect((await ask('/me/sessions', token, rest)).body.code).toBe('ACCESS_TOKEN_REFUSED')
  })

  test.each([
    ['of the right form', () => newToken()],
    ['with a wrong checksum', () => `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`],
    ['with words behind it', () => `${token} and more`],
    ['of a prefix alone', () => 'thr_'],
  ])('one that is none, %s, is refused wherever it goes', async (_, made) => {
    const headers = { cookie, 'x-csrf-token': 'x'.repeat(32), 'sec-fetch-site': 'same-origin' }
    for (const [method, path] of [
      ['GET', '/me'],
      ['GET', '/me/sessions'],
      ['GET', '/posts'],
      ['GET', '/live'],
      ['DELETE', '/me/sessions'],
      ['POST', '/auth/sign-out'],
      ['PUT', '/me/avatar'],
      ['GET', '/no/such'],
    ] as const) {
      const answer = await ask(path, made(), { method, headers })
      expect(answer.status, path).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      expect(answer.body.code).toBe('UNAUTHORIZED')
    }
    const signedIn = await app.fetch(new Request('http://localhost:3000/api/me', { headers: { cookie } }))
    expect((await signedIn.json()).user?.username).toBe('beside')
  })
})

test('what everybody is answered alike is the same with it', async () => {
  await world.buildPost({ title: 'For everybody' })
  const withToken = await ask('/posts')
  const without = await app.fetch(new Request('http://localhost:3000/api/posts'))
  expect(withToken.status).toBe(200)
  expect(withToken.body).toEqual(await without.json())
})

test('a picture is refused before it is read', async () => {
  const body = new ReadableStream({ pull: () => new Promise(() => {}) })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const init = { method: 'PUT', headers, body, duplex: 'half' }
  const response = await app.fetch(new Request('http://localhost:3000/api/me/avatar', init as RequestInit))
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'ACCESS_TOKEN_REFUSED' })
})

describe('its last use', () => {
  const used = async () => {
    const { rows } = await sql<{ used_at: string | null }>`
      select used_at from access_tokens where token_hash = ${hashOf(token)}`.execute(world.db)
    return rows[0]?.used_at ?? null
  }
  const usedBefore = async (seconds: number) => {
    await sql`update access_tokens set used_at = now() - make_interval(secs => ${seconds})
      where token_hash = ${hashOf(token)}`.execute(world.db)
    return used()
  }
  /** Creates another node, which has not cached the token yet. */
  const newApp = () => createApp(world.services)

  test('is noted, no more than once a minute, and nothing of where it came from', async () => {
    expect(await used()).toBeNull()
    await ask('/me')
    expect(Date.parse((await used()) ?? '')).toBeGreaterThan(Date.now() - 10_000)
    const lately = await usedBefore(50)
    await ask('/me', token, { on: newApp() })
    expect(await used()).toBe(lately)
    const earlier = await usedBefore(61)
    await ask('/me', token, { on: newApp() })
    expect(await used()).not.toBe(earlier)
    const { rows } = await sql<{
      names: string[]
    }>`select array_agg(column_name::text order by column_name) as names
      from information_schema.columns where table_name = 'access_tokens'`.execute(world.db)
    expect(rows[0]?.names).toEqual([
      'created_at',
      'expires_at',
      'id',
      'member_id',
      'name',
      'scope',
      'token_hash',
      'used_at',
    ])
  })
})

test('a busy program is looked up once in a while, not with each request', async () => {
  const { db, statements } = countingStatements(world.db)
  const counted = createApp({ ...world.services, db })
  // Requests an unknown path, so that no statements run other than those for the token.
  await Promise.all(Array.from({ length: 5 }, () => ask('/me/no/such', token, { on: counted })))
  // One statement looks the token up, the other stores its last use.
  expect(statements).toHaveLength(2)
})

describe('it is dead at once, on every node, when', () => {
  const end = (query: ReturnType<typeof sql>) => query.execute(world.db)
  const suspend = (ends_at: string | null) =>
    world.db.transaction().execute((trx) =>
      addSanction(trx, world.people.admin, {
        member_id: member.id,
        kind: 'suspension',
        message: 'Please rest.',
        reason: 'Spam',
        ends_at,
      }),
    )

  test.each([
    [
      'it is revoked',
      async () => {
        const context = { ...world.asContext(member), ...world.services }
        const { items } = await call(router.accessTokens.list, undefined, { context })
        await call(router.accessTokens.remove, { id: items[0]?.id ?? '' }, { context })
      },
    ],
    [
      'all are revoked',
      () =>
        call(router.accessTokens.removeAll, undefined, {
          context: { ...world.asContext(member), ...world.services },
        }),
    ],
    [
      'its time is over',
      () => end(sql`update access_tokens set expires_at = now() where member_id = ${member.id}`),
    ],
    ['the account is deleted', () => end(sql`delete from users where id = ${member.id}`)],
    [
      'its member asks that the account be deleted',
      () =>
        call(
          router.me.requestDeletion,
          { keep_content: true },
          {
            context: { ...world.asContext(member), ...world.services },
          },
        ),
    ],
    ['its member is suspended for good', () => suspend(null)],
    [
      'its member is purged',
      async () => {
        await world.buildPost({ author: member })
        const context = { ...world.asContext(world.people.admin), ...world.services }
        const input = { username: member.username, reason: 'Spam' }
        await call(router.purges.create, input as never, { context })
      },
    ],
  ])('%s', async (_, change) => {
    expect(await Promise.all([statusOf(), statusOf(token, { on: there })])).toEqual([200, 200])
    await change()
    // The change must disable the token within 1 s, although nodes cache tokens for 2 s.
    await vi.waitFor(
      async () => expect(await Promise.all([statusOf(), statusOf(token, { on: there })])).toEqual([401, 401]),
      { timeout: 1000 },
    )
  })

  test('and revoked, it is so with the answer', async () => {
    expect(await statusOf()).toBe(200)
    await call(router.accessTokens.removeAll, undefined, {
      context: { ...world.asContext(member), ...world.services },
    })
    expect(await statusOf()).toBe(401)
  })

  test('but not for a suspension with an end: its member reads, and so does the token', async () => {
    await suspend(new Date(Date.now() + 86_400_000).toISOString())
    expect(await statusOf(token, { on: createApp(world.services) })).toBe(200)
    const written = await ask('/notes', token, {
      method: 'POST',
      body: { content: 'Still here' },
      on: createApp(world.services),
    })
    expect(written).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } })
  })
})

describe('of a moderator', () => {
  let moderator: Viewer
  beforeEach(async () => {
    moderator = await world.buildMember({ roles: ['moderator'] })
  })
  const queue = async (sent: string, on = app) => {
    const { status, body } = await ask('/moderation/cases', sent, { on })
    return [status, body.code]
  }

  test('one that moderates acts for as long as they are one', async () => {
    const made = await tokenOf(moderator, 'moderate')
    expect(await queue(made)).toEqual([200, undefined])
    await sql`delete from user_roles where user_id = ${moderator.id}`.execute(world.db)
    await vi.waitFor(async () => expect(await queue(made)).toEqual([403, 'FORBIDDEN']))
  })

  test('one that writes has no roles: it is told of no rights that it could not use', async () => {
    const made = await tokenOf(moderator, 'write')
    expect((await ask('/me', made)).body.user.roles).toEqual([])
    expect(await queue(made)).toEqual([403, 'SCOPE_REQUIRED'])
    const id = await world.buildPost({ author: world.people.author })
    const mayRemove = async (sent: string) =>
      (await ask('/me/marks', sent, { method: 'POST', body: { posts: [id] } })).body.posts[id]?.can.remove ??
      false
    expect(await mayRemove(made)).toBe(false)
    expect(await mayRemove(await tokenOf(moderator, 'moderate'))).toBe(true)
  })

  test('rests as roles do where staff needs a second factor', async () => {
    const made = await tokenOf(moderator, 'moderate')
    const strict = { ...world.services.config, STAFF_SECOND_FACTOR: 'required' as const }
    const on = createApp({ ...world.services, config: strict })
    expect(await queue(made, on)).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    await sql`update users set two_factor_enabled = true where id = ${moderator.id}`.execute(world.db)
    const awake = createApp({ ...world.services, config: strict })
    expect(await queue(made, awake)).toEqual([200, undefined])
  })
})

describe('limits', () => {
  const limited = () => {
    const config = { ...world.services.config, RATE_LIMITS: true }
    return createApp({ ...world.services, config, rateLimiter: new RateLimiter() })
  }

  test('of tokens and of the page are one: a program takes no turns of its own', async () => {
    const on = limited()
    const second = await tokenOf(member, 'write')
    const vote = (sent: string, from: string) =>
      ask(`/posts/${member.id}/vote`, sent, { method: 'PUT', body: { vote_type: 1 }, on, from })
    for (let n = 0; n < 120; n++)
      expect((await vote(n % 2 ? token : second, '198.51.100.1')).status).toBe(404)
    expect((await vote(token, '198.51.100.2')).status).toBe(429)
    expect((await vote(second, '198.51.100.3')).status).toBe(429)
  })

  test('of those made up are counted by address; one that is sent again and again counts once a minute', async () => {
    const on = limited()
    const from = '203.0.113.7'
    const dead = newToken()
    for (let n = 0; n < 100; n++) expect(await statusOf(dead, { on, from })).toBe(401)
    expect(await statusOf(token, { on, from })).toBe(200)
    for (let n = 1; n < UNKNOWN_TOKEN_RATE_LIMIT.address.times; n++)
      expect(await statusOf(newToken(), { on, from })).toBe(401)
    const refused = await ask('/me/news', newToken(), { on, from })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf(token, { on, from: '203.0.113.8' })).toBe(200)
  })
})
