import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { consumeRateLimit } from '../../core/rate-limit.server.ts'
import { RateLimiter } from '../../platform/http/rate-limiter.server.ts'
import { SIGN_IN_RATE_LIMIT } from '../contract.ts'
import { createMember } from '../members.server.ts'
import { sweepDevices } from './devices.server.ts'

const HOME = '192.0.2.1'
let accounts: Accounts
let count = 0
let owner: string

beforeAll(async () => {
  accounts = await makeAccounts({ RATE_LIMITS: true })
})
afterAll(() => accounts.close())
beforeEach(async () => {
  accounts.services.rateLimiter = new RateLimiter()
  owner = await newMember()
})

async function newMember() {
  const username = `owner${++count}`
  const email = `${username}@example.org`
  await createMember(accounts.db, { email, username, password: PASSWORD })
  return email
}

/** Signs in with this device cookie. Returns the new device cookie. */
async function signIn(email: string, { device = '', address = HOME, password = PASSWORD } = {}) {
  const headers = { 'x-test-address': address, cookie: device }
  const answer = await accounts.post('sign-in/email', { email, password }, headers)
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('threshold.device='))
  return { status: answer.status, set, device: set?.split(';')[0] ?? device }
}

/** Uses up all attempts to sign in to the account, from many addresses. */
async function guess(email: string) {
  const turn = (n: number) =>
    consumeRateLimit(accounts.services, SIGN_IN_RATE_LIMIT, { account: email, address: `198.51.100.${n}` })
  const waits = await Promise.all(Array.from({ length: 101 }, (_, n) => turn(n)))
  expect(waits.at(-1)).toBeGreaterThan(0)
}

test('guesses of others do not keep the owner out of a device they signed in on', async () => {
  const { device, set } = await signIn(owner)
  expect(set).toMatch(/^threshold\.device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  await guess(owner)
  expect(await signIn(owner), 'from a device that nobody knows').toMatchObject({ status: 429 })
  expect(await signIn(owner, { device })).toMatchObject({ status: 200 })
  expect(await signIn(owner), 'still').toMatchObject({ status: 429 })
})

test('guesses on a known device are counted too, wherever it is', async () => {
  const { device } = await signIn(owner)
  for (let n = 0; n < 10; n++)
    expect(await signIn(owner, { device, password: 'guess' })).toMatchObject({ status: 401, set: undefined })
  expect(await signIn(owner, { device })).toMatchObject({ status: 429 })
  expect(await signIn(owner), 'but not for the others').toMatchObject({ status: 200 })
})

test('who signs in between on a shared device gets no more guesses at the others on it', async () => {
  const mallory = await newMember()
  const { device: first } = await signIn(owner)
  for (let n = 0; n < 10; n++) await signIn(owner, { device: first, password: 'guess' })
  const { device } = await signIn(mallory, { device: first })
  expect(device).not.toBe(first)
  expect(await signIn(owner, { device, password: 'guess' })).toMatchObject({ status: 429 })
})

test('the device of a member gives nothing for another', async () => {
  const { device } = await signIn(await newMember())
  await guess(owner)
  expect(await signIn(owner, { device })).toMatchObject({ status: 429 })
})

test('two members share a device, and each keeps it', async () => {
  const other = await newMember()
  const { device: first } = await signIn(owner)
  const { device } = await signIn(other, { device: first })
  for (const email of [owner, other]) await guess(email)
  expect(await signIn(owner, { device: first }), 'the former cookie is used up').toMatchObject({
    status: 429,
  })
  const { status, device: last } = await signIn(owner, { device })
  expect(status).toBe(200)
  expect(await signIn(other, { device: last })).toMatchObject({ status: 200 })
})

test.each([
  ['a forged proof', (device: string) => `${device.slice(0, -4)}AAAA`],
  ['another id with the same proof', (device: string) => device.replace(/=.{8}/, '=AAAAAAAA')],
  ['nonsense', () => 'threshold.device=%E0%A4%A'],
  ['nothing', () => 'threshold.device='],
])('%s gives nothing', async (_, forge) => {
  const { device } = await signIn(owner)
  await guess(owner)
  expect(await signIn(owner, { device: forge(device) })).toMatchObject({ status: 429 })
})

test('the cookie is no credential', async () => {
  const { device } = await signIn(owner)
  expect(await accounts.whoIs({ cookie: device })).toBeNull()
  expect(await accounts.whoIs({ cookie: device.replace('device', 'session_token') })).toBeNull()
})

test('a new password makes all devices strangers', async () => {
  const { device } = await signIn(owner)
  await accounts.post('request-password-reset', { email: owner })
  const token = accounts.mailbox.tokenFor(owner)
  await accounts.post('reset-password', { token, newPassword: PASSWORD })
  await guess(owner)
  expect(await signIn(owner, { device })).toMatchObject({ status: 429 })
})

test('twenty devices are remembered, for 400 days, and only as long as their member', async () => {
  const known = async () => (await accounts.db.selectFrom('known_devices').selectAll().execute()).length
  await accounts.db.deleteFrom('known_devices').execute()
  const { device: oldest } = await signIn(owner)
  await sql`insert into known_devices (device_id, user_id) select gen_random_uuid(), id
    from users, generate_series(1, 19) where email = ${owner}`.execute(accounts.db)
  expect(await known()).toBe(20)
  await sql`update known_devices set used_at = now() + interval '1 second'
    where device_id <> (select device_id from known_devices order by used_at limit 1)`.execute(accounts.db)
  await signIn(owner)
  expect(await known()).toBe(20)
  await sql`update known_devices set used_at = now() - interval '401 days'
    where device_id in (select device_id from known_devices limit 5)`.execute(accounts.db)
  await sweepDevices(accounts.db)
  expect(await known()).toBe(15)
  await guess(owner)
  expect(await signIn(owner, { device: oldest })).toMatchObject({ status: 429 })
  await sql`delete from users where email = ${owner}`.execute(accounts.db)
  expect(await known()).toBe(0)
})

test('a program, which keeps no cookies, is given none', async () => {
  const answer = await accounts.app.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner, password: PASSWORD }),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().filter((cookie) => cookie.includes('device'))).toEqual([])
})
