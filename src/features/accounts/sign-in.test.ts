import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { createMember } from './members.server.ts'

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
  expect(headers.get('set-cookie')).toMatch(/^__Secure-threshold\.session_token=.*; Secure/)
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

test('one address that guesses passwords is told to wait, others are not', async () => {
  const limited = await makeAccounts({ RATE_LIMITS: true })
  const guess = (address: string) =>
    limited.post(
      'sign-in/email',
      { email: 'a@example.org', password: 'guess' },
      { 'x-test-address': address },
    )
  const answers = await Promise.all(Array.from({ length: 31 }, () => guess('198.51.100.7')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(30)
  const refusal = answers.find(({ status }) => status === 429)
  expect(refusal?.body).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('try again in'),
  })
  expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await guess('198.51.100.8')).toMatchObject({ status: 401 })
  await limited.close()
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
