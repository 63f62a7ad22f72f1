import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { addPassword, createMember } from '../members.server.ts'
import { authRoutes } from '../routes.server.ts'
import { Hashing } from './hashing.server.ts'

// Tests better-auth's real hashing instead of the cheap mock of tests/hashing-setup.ts.
vi.unmock('better-auth/crypto')

const BUSY = { name: 'passwords', atOnce: 1, perAddress: 1, total: 1, retryAfter: 7 }
const EMAIL = 'kim@example.org'
let accounts: Accounts
let hashing: Hashing

beforeAll(async () => {
  hashing = new Hashing(BUSY)
  accounts = await makeAccounts({}, hashing)
  await createMember(accounts.db, { email: EMAIL, username: 'kim', password: PASSWORD })
})
afterAll(() => accounts.close())

let free: () => Promise<unknown>

/** Fills the queue with other people's passwords: one is being hashed, one waits, and no more fit. */
beforeEach(() => {
  const endings: (() => void)[] = []
  const crowd = [1, 2].map(() => hashing.hash(() => new Promise<void>((end) => endings.push(end))))
  const all = Promise.all(crowd)
  free = async () => {
    for (let isOver = false; !isOver; ) {
      for (const end of endings.splice(0)) end()
      isOver = await Promise.race([all.then(() => true), new Promise<false>((go) => setImmediate(go, false))])
    }
  }
})
afterEach(() => free())

const REFUSED = {
  status: 503,
  body: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many people are signing in right now. Try again in 7 seconds.',
    data: { retry_after: 7 },
  },
}

test('who signs in while too many wait is told when to try again, alike for an account and for none', async () => {
  for (const email of [EMAIL, 'nobody@example.org']) {
    const { status, body, headers, cookie } = await accounts.signIn(email)
    expect({ status, body, cookie }).toEqual({ ...REFUSED, cookie: '' })
    expect(headers.get('retry-after')).toBe('7')
  }
  await free()
  expect(await accounts.signIn(EMAIL)).toMatchObject({ status: 200 })
})

test('a link to choose a password is not used up by trying it then', async () => {
  await accounts.post('request-password-reset', { email: EMAIL })
  const reset = { token: accounts.mailbox.tokenFor(EMAIL), newPassword: PASSWORD }
  expect(await accounts.post('reset-password', reset)).toMatchObject(REFUSED)
  await free()
  expect(await accounts.post('reset-password', reset)).toMatchObject({ status: 200 })
})

test('a password that was hashed before passwords waited in line still opens its account', async () => {
  await free()
  const { id } = await createMember(accounts.db, { email: 'old@example.org', username: 'oldest' })
  await addPassword(
    accounts.db,
    id,
    '586c9d5a0994c4fe8990d65a64104239:e4d424378c8ebf53d2cf8f676ed8c55ceaa7bd6fd9c1478e7247bea1cc6b4bc9' +
      '1c08851a8f69447baa9952a056627f6683319f9803fb5171976b18bbc11cdfeb',
  )
  expect(await accounts.signIn('old@example.org', 'correct horse battery ñ')).toMatchObject({ status: 200 })
  expect(await accounts.signIn('old@example.org', 'correct horse battery n')).toMatchObject({ status: 401 })
})

test.each([
  ['sign-in/email', { email: EMAIL, password: PASSWORD }],
  ['sign-up/email', { email: 'new@example.org', username: 'newcomer', password: PASSWORD }],
])('one household that fills its places at %s keeps nobody else out', async (path, input) => {
  await free()
  const own = new Hashing({ ...BUSY, total: 4 })
  const app = authRoutes(accounts.services, { pace: 20, hashing: own })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = own.of('2001:db8:0:1::/64', () => own.hash(() => promise))
  const waiting = own.of('2001:db8:0:1::/64', () => own.hash(async () => undefined))
  const ask = (address: string) =>
    withAddress(app, address).request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
  const hashings = [vi.spyOn(own, 'hash'), vi.spyOn(own, 'claim')]
  const crowded = await ask('2001:db8:0:1::9')
  const other = ask('2001:db8:0:2::9')
  await expect.poll(() => hashings.some(({ mock }) => mock.calls.length === 2)).toBe(true)
  resolve()
  await Promise.all([first, waiting])
  expect([crowded.status, (await other).status]).toEqual([503, 200])
  await accounts.services.background.settled()
})

test('who signs out does not wait behind a crowd that signs in', async () => {
  await free()
  const own = new Hashing({ ...BUSY, perAddress: 100, total: 1000 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = own.hash(() => promise)
  const app = withAddress(authRoutes(accounts.services, { pace: 20, hashing: own }), '192.0.2.7')
  const post = (path: string, body: object) =>
    app.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const crowd = Array.from({ length: 6 }, () => post('sign-in/email', { email: EMAIL, password: PASSWORD }))
  expect((await post('sign-out', {})).status).toBe(200)
  resolve()
  await first
  expect((await Promise.all(crowd)).every(({ status }) => status === 200)).toBe(true)
})

/** Adds the routes to an app whose client has this IP address. */
function withAddress(routes: ReturnType<typeof authRoutes>, address: string) {
  return new Hono<{ Variables: { address: string } }>()
    .use(async (c, next) => {
      c.set('address', address)
      await next()
    })
    .route('/', routes)
}
