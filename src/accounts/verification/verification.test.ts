import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, makeAccounts } from '../../../tests/accounts.ts'
import { sweepAccounts } from '../sql.server.ts'

let accounts: Accounts

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())

async function newcomer(name: string) {
  const email = `${name}@example.org`
  await accounts.signUp({ username: name, email })
  return email
}

function age(interval: string) {
  return accounts.db
    .updateTable('verifications')
    .set({ expires_at: sql`expires_at - ${interval}::interval` })
    .execute()
}

test('the mailed link verifies the address and signs nobody in', async () => {
  const email = await newcomer('vera')
  const { status, body, headers } = await accounts.verify(email)
  expect({ status, body }).toEqual({ status: 200, body: { status: true } })
  expect(headers.getSetCookie()).toEqual([])
  expect(await accounts.signIn(email)).toMatchObject({ status: 200 })
})

test('a scanner that was there first spoils nothing', async () => {
  const email = await newcomer('scanned')
  expect(await accounts.verify(email)).toMatchObject({ status: 200 })
  expect(await accounts.verify(email)).toMatchObject({ status: 200, body: { status: true } })
  expect(await accounts.signIn(email)).toMatchObject({ status: 200 })
})

test('only looking at the link changes nothing', async () => {
  const email = await newcomer('looked_at')
  const token = accounts.mailbox.tokenFor(email)
  for (const path of [`/api/auth/verify-email?token=${token}`, `/auth/verify?token=${token}`])
    expect((await accounts.app.request(path)).status).toBe(404)
  expect(await accounts.signIn(email)).toMatchObject({ status: 403 })
})

test('without script a form does it, and its answer is a page', async () => {
  const email = await newcomer('plain_html')
  const send = (token: string) =>
    accounts.app.request('/auth/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }),
    })
  const bad = await send('made-up')
  expect([bad.status, bad.headers.get('location')]).toEqual([303, '/?verified=no'])
  const good = await send(accounts.mailbox.tokenFor(email))
  expect([good.status, good.headers.get('location')]).toEqual([303, '/?verified=yes'])
  expect(await accounts.signIn(email)).toMatchObject({ status: 200 })
})

test('a link is good for a day, and one that was used answers so for longer', async () => {
  const early = await newcomer('early')
  const late = await newcomer('late_one')
  await accounts.verify(early)
  await age('25 hours')
  expect(await accounts.verify(late)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
  expect(await accounts.signIn(late)).toMatchObject({ status: 403 })
  expect(await accounts.verify(early)).toMatchObject({ status: 200 })
})

test('who asks gets another mail, whose link works; the first one works too', async () => {
  const email = await newcomer('again')
  const first = accounts.mailbox.tokenFor(email)
  expect(await accounts.post('send-verification-email', { email })).toMatchObject({ status: 200 })
  expect(accounts.mailbox.tokenFor(email)).not.toBe(first)
  expect(await accounts.verify(email)).toMatchObject({ status: 200 })
  expect(await accounts.post('verify-email', { token: first })).toMatchObject({ status: 200 })
})

test('asking for a mail to an address without an account looks the same', async () => {
  const verified = 'ada@demo.invalid'
  const before = accounts.mailbox.letters.length
  for (const email of [verified, 'nobody@example.org'])
    expect(await accounts.post('send-verification-email', { email })).toMatchObject({
      status: 200,
      body: { status: true },
    })
  expect(accounts.mailbox.letters).toHaveLength(before)
  expect(await accounts.post('send-verification-email', { email: 'x' })).toMatchObject({ status: 400 })
})

test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(201), 42, null])(
  'the token %s verifies nothing',
  async (token) => {
    expect(await accounts.post('verify-email', { token })).toMatchObject({ status: 400 })
  },
)

test('when two sign up with one address, its owner chooses the password', async () => {
  const email = await newcomer('squatter')
  await accounts.signUp({ username: 'true_owner', email, password: 'the password of the owner' })
  const { status, body } = await accounts.verify(email)
  expect(status).toBe(200)
  for (const password of ['a password of some length', 'the password of the owner'])
    expect(await accounts.signIn(email, password)).toMatchObject({ status: 401 })
  await accounts.post('reset-password', { token: body.reset_token, newPassword: 'chosen by the owner' })
  expect(await accounts.signIn(email, 'chosen by the owner')).toMatchObject({ status: 200 })
})

test('signing up with the address of a member does not touch their password', async () => {
  const email = await newcomer('settled')
  await accounts.verify(email)
  await accounts.signUp({ username: 'intruder', email, password: 'of somebody else' })
  expect(await accounts.signIn(email)).toMatchObject({ status: 200 })
})

test('an address that nobody verifies is free again after a week', async () => {
  await newcomer('forgetful')
  const kept = await newcomer('kept')
  await accounts.verify(kept)
  await accounts.db.updateTable('users').set({ created_at: sql`now() - interval '8 days'` }).execute()
  await sweepAccounts(accounts.db)
  const left = await accounts.db.selectFrom('profiles').select('username').execute()
  const names = left.map(({ username }) => username)
  expect(names).not.toContain('forgetful')
  expect(names).toEqual(expect.arrayContaining(['kept', 'ada', 'mara']))
})
