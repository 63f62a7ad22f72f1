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

test('without the cookie of the sign-up, the mailed link verifies the address and signs nobody in', async () => {
  const email = await newcomer('vera')
  const { status, body, headers } = await accounts.verify(email)
  expect({ status, body }).toEqual({ status: 200, body: { status: true, signed_in: false } })
  expect(headers.getSetCookie()).toEqual([])
  expect(await accounts.signIn(email)).toMatchObject({ status: 200 })
})

/** Signs up and returns the cookie that the browser stores. */
async function signUpCookie(name: string, email = `${name}@example.org`) {
  const { headers } = await accounts.signUp({ username: name, email })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
const verifyWith = (email: string, cookie: string) =>
  accounts.post('verify-email', { token: accounts.mailbox.tokenFor(email) }, { cookie })
const sessionOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => /session_token=[^;]/.test(cookie))
    ?.split(';')[0] ?? ''

test('in the browser that signed up, the link also signs in, once', async () => {
  const email = 'here@example.org'
  const cookie = await signUpCookie('here_too', email)
  const { status, body, headers } = await verifyWith(email, cookie)
  expect({ status, body }).toEqual({ status: 200, body: { status: true, signed_in: true } })
  expect(await accounts.whoIs({ cookie: sessionOf(headers) })).toBe('here_too')
  const again = await verifyWith(email, cookie)
  expect(again.body).toEqual({ status: true, signed_in: false })
  expect(again.headers.getSetCookie()).toEqual([])
})

test('a scanner that verified the address first does not prevent the sign-in', async () => {
  const cookie = await signUpCookie('scanned_too')
  await accounts.verify('scanned_too@example.org')
  const { body } = await verifyWith('scanned_too@example.org', cookie)
  expect(body).toMatchObject({ signed_in: true })
})

test('another person’s link signs this browser in to no account', async () => {
  const cookie = await signUpCookie('victim')
  await signUpCookie('attacker')
  const { body, headers } = await verifyWith('attacker@example.org', cookie)
  expect(body).toMatchObject({ status: true, signed_in: false })
  expect(headers.getSetCookie()).toEqual([])
})

test('a changed cookie, an expired link and a signed-in browser only verify', async () => {
  const cookie = await signUpCookie('careful')
  const email = 'careful@example.org'
  expect((await verifyWith(email, `${cookie.slice(0, -4)}AAAA`)).body).toMatchObject({ signed_in: false })
  await accounts.signUp({ username: 'bystander', email: 'bystander@example.org' })
  await accounts.verify('bystander@example.org')
  const other = sessionOf((await accounts.signIn('bystander@example.org')).headers)
  expect(await accounts.whoIs({ cookie: other })).toBe('bystander')
  expect((await verifyWith(email, `${cookie}; ${other}`)).body).toMatchObject({ signed_in: false })
  await age('25 hours')
  expect((await verifyWith(email, cookie)).body).toMatchObject({ status: true, signed_in: false })
})

test('a second factor is never skipped', async () => {
  const cookie = await signUpCookie('two_steps')
  const email = 'two_steps@example.org'
  await sql`insert into two_factors (user_id, secret, backup_codes, verified)
    select id, 'x', '', true from users where email = ${email}`.execute(accounts.db)
  expect((await verifyWith(email, cookie)).body).toMatchObject({ status: true, signed_in: false })
})

test('the link signs in a suspended member and one whose account is being deleted', async () => {
  const suspension = sql`
    with action as (
      insert into moderation_actions (action, acted_as, member_id, kind, target_id, rule, reason)
      select 'suspend', 'system', id, 'member', id, 'Be kind', 'Rude' from users where email = 'resting@example.org'
      returning id, member_id)
    insert into sanctions (member_id, kind, message, action_id, ends_at)
    select member_id, 'suspension', 'Please rest.', id, now() + interval '7 days' from action`
  const deletion = sql`insert into account_deletions (user_id, keep_content)
    select id, true from users where email = 'going@example.org'`
  for (const [name, change] of [
    ['resting', suspension],
    ['going', deletion],
  ] as const) {
    const cookie = await signUpCookie(name)
    await change.execute(accounts.db)
    const { body, headers } = await verifyWith(`${name}@example.org`, cookie)
    expect(body).toEqual({ status: true, signed_in: true })
    expect(await accounts.whoIs({ cookie: sessionOf(headers) })).toBe(name)
  }
})

test('the sign-up of an address with an account sets the same cookie', async () => {
  await accounts.verify(await newcomer('owner_here'))
  const cookie = await signUpCookie('other_name', 'owner_here@example.org')
  expect(cookie).toMatch(/sign_up=./)
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
