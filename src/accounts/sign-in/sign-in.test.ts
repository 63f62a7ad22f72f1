import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { type Actor, consumeRateLimit } from '../../core/rate-limit.server.ts'
import type { RateLimit } from '../../core/rate-limited.ts'
import { RateLimiter } from '../../platform/http/rate-limiter.server.ts'
import {
  LINK_MAIL_RATE_LIMIT,
  LINK_TOKEN_RATE_LIMIT,
  SIGN_IN_RATE_LIMIT,
  SIGN_OUT_RATE_LIMIT,
  SIGN_UP_RATE_LIMIT,
} from '../contract.ts'
import { createMember } from '../members.server.ts'

let accounts: Accounts

beforeAll(async () => {
  accounts = await makeAccounts()
  await createMember(accounts.db, { email: 'kim@example.org', username: 'kim', password: PASSWORD })
})
afterAll(() => accounts.close())

test('signing in gives a cookie that script cannot read, and the cookie says who it is', async () => {
  const { status, body, headers, cookie } = await accounts.signIn('Kim@Example.org')
  expect({ status, body }).toEqual({ status: 200, body: { status: true } })
  const [set] = headers.getSetCookie()
  expect(set).toMatch(/^threshold\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(headers.has('set-auth-token')).toBe(false)
  expect(await accounts.whoIs({ cookie })).toBe('kim')
})

test('bodies that do not end keep nobody from signing in', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': 'j'.repeat(32),
    'sec-fetch-site': 'same-origin',
  }
  for (let n = 0; n < 20; n++) {
    const request = { method: 'POST', headers, body: new ReadableStream(), duplex: 'half' }
    void accounts.app.request('/api/auth/sign-in/email', request)
  }
  expect(await accounts.signIn('kim@example.org')).toMatchObject({ status: 200 })
})

test.each([
  ['kim@example.org', 'not the password'],
  ['nobody@example.org', PASSWORD],
  ['ada@demo.invalid', PASSWORD],
])('%s with "%s" is refused like any other mistake', async (email, password) => {
  const { status, body, cookie } = await accounts.signIn(email, password)
  expect({ status, body, cookie }).toEqual({
    status: 401,
    body: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
    cookie: '',
  })
})

test.each([
  [{ email: 'nonsense', password: PASSWORD }, 'Invalid email format'],
  [{ email: 'kim@example.org', password: '' }, 'Please enter your password.'],
  [{ email: 'kim@example.org' }, expect.any(String)],
  [{}, expect.any(String)],
])('%o is no sign-in', async (input, message) => {
  expect(await accounts.post('sign-in/email', input)).toMatchObject({ status: 400, body: { message } })
})

test('an API client gets a bearer token, which needs neither cookie nor CSRF token', async () => {
  const response = await accounts.app.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'kim@example.org', password: PASSWORD }),
  })
  const { token } = await response.json()
  const authorization = `Bearer ${token}`
  expect(await accounts.whoIs({ authorization })).toBe('kim')
  const out = await accounts.app.request('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: '{}',
  })
  expect(out.status).toBe(200)
  expect(await accounts.whoIs({ authorization })).toBeNull()
})

test('over https the cookie is for https alone', async () => {
  const secure = await makeAccounts({ PUBLIC_URL: 'https://forum.example' })
  await createMember(secure.db, { email: 'kim@example.org', username: 'kim', password: PASSWORD })
  const { headers, cookie } = await secure.signIn('kim@example.org')
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-threshold\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax, __Host-threshold\.device=/,
  )
  expect(await secure.whoIs({ cookie })).toBe('kim')
  expect(await accounts.whoIs({ cookie })).toBeNull()
  await secure.close()
})

test('signing out ends the session, here and for whoever copied the cookie', async () => {
  const { cookie } = await accounts.signIn('kim@example.org')
  const other = await accounts.signIn('kim@example.org')
  const { status, headers } = await accounts.post('sign-out', {}, { cookie })
  expect(status).toBe(200)
  expect(headers.get('set-cookie')).toMatch(/^threshold\.session_token=; Max-Age=0;/)
  expect(await accounts.whoIs({ cookie })).toBeNull()
  expect(await accounts.whoIs({ cookie: other.cookie })).toBe('kim')
  expect(await accounts.post('sign-out', {}, { cookie })).toMatchObject({ status: 200 })
})

test('another site cannot sign a member out', async () => {
  const { cookie } = await accounts.signIn('kim@example.org')
  const foreign: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { 'x-csrf-token': 'forged' }]
  for (const headers of foreign)
    expect(await accounts.post('sign-out', {}, { cookie, ...headers })).toMatchObject({ status: 403 })
  expect(await accounts.whoIs({ cookie })).toBe('kim')
})

describe('with limits', () => {
  const HERE = '2001:db8:0:1::1'
  const SAME_HOUSE = '2001:db8:0:1::2'
  const ELSEWHERE = '2001:db8:0:2::1'
  let limited: Accounts

  beforeAll(async () => {
    limited = await makeAccounts({ RATE_LIMITS: true })
    await createMember(limited.db, { email: 'kim@example.org', username: 'kim', password: PASSWORD })
  })
  beforeEach(() => {
    limited.services.rateLimiter = new RateLimiter()
  })
  afterAll(() => limited.close())

  const send = (path: string, input: object, address: string) =>
    limited.post(path, input, { 'x-test-address': address })
  const guess = (email: string, address: string) =>
    send('sign-in/email', { email, password: 'guess' }, address)
  /** Uses up `count` attempts without hashing passwords. */
  const turns = async (count: number, limit: RateLimit, doer: (n: number) => Actor) => {
    for (let n = 0; n < count; n++) expect(await consumeRateLimit(limited.services, limit, doer(n))).toBe(0)
  }

  test('who guesses a password is told when to try again, alike for an account and for none', async () => {
    const words = []
    for (const email of ['kim@example.org', 'nobody@example.org']) {
      for (let n = 0; n < 10; n++) expect((await guess(email.toUpperCase(), HERE)).status).toBe(401)
      const { status, headers, body } = await guess(email, SAME_HOUSE)
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' })
      expect(Number(headers.get('retry-after'))).toBe(body.data.retry_after)
      words.push(body.message.replace(/\d+/, 'n'))
    }
    expect(words).toEqual(Array(2).fill("You're going too fast. Try again in n minutes."))
    const owner = { email: 'kim@example.org', password: PASSWORD }
    expect((await send('sign-in/email', owner, ELSEWHERE)).status, 'who owns it, from elsewhere').toBe(200)
  })

  test('guessing at many accounts from one address is stopped', async () => {
    await turns(60, SIGN_IN_RATE_LIMIT, (n) => ({ account: `p${n}@example.org`, address: HERE }))
    expect((await guess('other@example.org', HERE)).status).toBe(429)
    expect((await guess('other@example.org', ELSEWHERE)).status).toBe(401)
  })

  test('guessing at one account from many addresses is stopped', async () => {
    await turns(100, SIGN_IN_RATE_LIMIT, (n) => ({ account: 'kim@example.org', address: `198.51.${n}.1` }))
    expect((await guess('kim@example.org', HERE)).status).toBe(429)
    expect((await guess('other@example.org', HERE)).status).toBe(401)
  })

  test.each<[string, { email?: string; [field: string]: unknown }, RateLimit, number]>([
    ['sign-up/email', { email: 'often@example.org', password: PASSWORD }, SIGN_UP_RATE_LIMIT, 5],
    ['send-verification-email', { email: 'often@example.org' }, LINK_MAIL_RATE_LIMIT, 5],
    ['request-password-reset', { email: 'often@example.org' }, LINK_MAIL_RATE_LIMIT, 5],
    ['verify-email', { token: 'none' }, LINK_TOKEN_RATE_LIMIT, 60],
    ['reset-password', { token: 'none', newPassword: PASSWORD }, LINK_TOKEN_RATE_LIMIT, 60],
    ['sign-out', {}, SIGN_OUT_RATE_LIMIT, 60],
  ])('%s is limited', async (path, input, limit, times) => {
    await turns(times, limit, () => ({ account: input.email, address: HERE }))
    expect((await send(path, input, SAME_HOUSE)).status).toBe(429)
    expect((await send(path, input, ELSEWHERE)).status).not.toBe(429)
  })
})

test.each([
  'verify-email?token=x',
  'reset-password/x?callbackURL=/',
  'get-session',
  'list-sessions',
  'callback/github',
  'ok',
  'error',
])('better-auth’s GET %s is not there', async (path) => {
  expect((await accounts.app.request(`/api/auth/${path}`)).status).toBe(404)
})

test.each(['update-user', 'change-email', 'delete-user', 'sign-in/social', 'admin/set-role'])(
  'better-auth’s POST %s is not there',
  async (path) => {
    const { cookie } = await accounts.signIn('kim@example.org')
    expect(await accounts.post(path, {}, { cookie })).toMatchObject({ status: 404 })
  },
)
