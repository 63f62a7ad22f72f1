import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { createMember } from '../members.server.ts'
import { Hashing } from './hashing.server.ts'

const KNOWN = 'known@example.org'
const UNKNOWN = 'unknown@example.org'
let accounts: Accounts
let hashing: Hashing
let next = 0

beforeAll(async () => {
  hashing = new Hashing({ name: 'passwords', atOnce: 1, perAddress: 2, total: 10, retryAfter: 7 })
  accounts = await makeAccounts({}, hashing)
  await createMember(accounts.db, { email: KNOWN, username: 'known', password: PASSWORD })
})
afterAll(() => accounts.close())

/** Returns the response at once. `accounts.post` would also wait for the background work. */
async function answered(path: string, input: object) {
  const response = await accounts.app.request(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, body: await response.json() }
}

const signUp = (email: string) =>
  answered('sign-up/email', { email, username: `newcomer_${++next}`, password: PASSWORD })
const DONE = { status: 200, retryAfter: null, body: { status: true } }

/** Returns a promise that blocks other work until `end` is called. */
function obstruct() {
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  return { held, end }
}

test('a sign-up is answered before any password is hashed, alike for an account and for none', async () => {
  const { held, end } = obstruct()
  const others = hashing.hash(() => held)
  const hears = () => accounts.db.selectFrom('users').where('email', '=', UNKNOWN).selectAll().execute()
  for (const email of [KNOWN, UNKNOWN]) expect(await signUp(email)).toEqual(DONE)
  expect(await hears(), 'not done yet').toEqual([])
  for (const email of [KNOWN, UNKNOWN, 'third@example.org'])
    expect(await signUp(email)).toMatchObject({ status: 503, retryAfter: '7' })
  end()
  await others
  await accounts.services.background.settled()
  expect(await hears()).toHaveLength(1)
  expect(accounts.mailbox.to(KNOWN)).toMatchObject([{ subject: expect.stringContaining('already have') }])
  expect(accounts.mailbox.to(UNKNOWN)).toMatchObject([{ subject: expect.stringContaining('Verify') }])
  expect(
    await accounts.db.selectFrom('users').where('email', '=', 'third@example.org').selectAll().execute(),
  ).toEqual([])
})

test.each(['request-password-reset', 'send-verification-email'])(
  '%s is answered before a mail is under way, alike for an account and for none',
  async (path) => {
    await createMember(accounts.db, { email: `${path}@example.org`, email_verified: false })
    const { held, end } = obstruct()
    const adding = vi.spyOn(accounts.services.jobs, 'add').mockImplementation(() => held)
    for (const email of [`${path}@example.org`, 'nobody@example.org'])
      expect(await answered(path, { email })).toEqual(DONE)
    await expect.poll(() => adding.mock.calls.length).toBe(1)
    end()
    await accounts.services.background.settled()
    adding.mockRestore()
  },
)

test('a failure after the answer is logged, and whoever it happened to can sign up again', async () => {
  const errors = vi.spyOn(accounts.services.log, 'error')
  await accounts.db.schema.alterTable('accounts').renameTo('accounts_away').execute()
  const input = { email: 'unlucky@example.org', username: 'unlucky', password: PASSWORD }
  expect(await answered('sign-up/email', input)).toEqual(DONE)
  await accounts.services.background.settled()
  await accounts.db.schema.alterTable('accounts_away').renameTo('accounts').execute()
  expect(errors.mock.calls.map(([, message]) => message)).toContain(
    'a task failed after its response was sent',
  )
  errors.mockRestore()
  expect(await answered('sign-up/email', { ...input, username: 'unlucky2' })).toEqual(DONE)
  await accounts.services.background.settled()
  expect(await accounts.verify(input.email)).toMatchObject({ status: 200 })
})
