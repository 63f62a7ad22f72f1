import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { createMember } from '../members.server.ts'

const NEW = 'quite another password'
let accounts: Accounts

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())

async function forgetful(name: string) {
  const email = `${name}@example.org`
  await createMember(accounts.db, { email, username: name, password: PASSWORD })
  await accounts.post('request-password-reset', { email })
  return { email, token: accounts.mailbox.tokenFor(email) }
}

function reset(token: unknown, newPassword: unknown = NEW) {
  return accounts.post('reset-password', { token, newPassword })
}

test('the mailed link sets another password', async () => {
  const { email, token } = await forgetful('rhea')
  expect(accounts.mailbox.to(email)[0]?.link).toMatch(/\/auth\/reset\?token=\w+$/)
  expect(await reset(token)).toMatchObject({ status: 200, body: { status: true } })
  expect(await accounts.signIn(email)).toMatchObject({ status: 401 })
  expect(await accounts.signIn(email, NEW)).toMatchObject({ status: 200 })
  expect(accounts.mailbox.to(email).at(-1)?.subject).toContain('was changed')
})

test('every session that the old password opened is closed', async () => {
  const { email, token } = await forgetful('sola')
  const { cookie } = await accounts.signIn(email)
  expect(await accounts.whoIs({ cookie })).toBe('sola')
  await reset(token)
  expect(await accounts.whoIs({ cookie })).toBeNull()
})

test('a link works once, and the others that were asked for go with it', async () => {
  const { email, token } = await forgetful('twice')
  await accounts.post('request-password-reset', { email })
  const second = accounts.mailbox.tokenFor(email)
  expect(second).not.toBe(token)
  expect(await reset(second)).toMatchObject({ status: 200 })
  for (const used of [second, token])
    expect(await reset(used, 'a third password')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOKEN' },
    })
  expect(await accounts.signIn(email, NEW)).toMatchObject({ status: 200 })
})

test('two who use a link at once: one wins', async () => {
  const { token } = await forgetful('race')
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => reset(token, `password number ${n}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a link works for an hour', async () => {
  const { email, token } = await forgetful('slow')
  await accounts.db
    .updateTable('verifications')
    .set({ expires_at: sql`expires_at - interval '61 minutes'` })
    .execute()
  expect(await reset(token)).toMatchObject({ status: 400 })
  expect(await accounts.signIn(email)).toMatchObject({ status: 200 })
})

test('a password that is too short does not use the link up', async () => {
  const { token } = await forgetful('short')
  expect(await reset(token, 'short')).toMatchObject({ status: 400, body: { data: { field: 'newPassword' } } })
  expect(await reset(token)).toMatchObject({ status: 200 })
})

test.each(['', 'made-up', 'a'.repeat(500), null, { $ne: '' }])('the token %o is none', async (token) => {
  expect(await reset(token)).toMatchObject({ status: 400 })
})

test('a link for one thing is none for another', async () => {
  await accounts.signUp({ username: 'mixed', email: 'mixed@example.org' })
  const verification = accounts.mailbox.tokenFor('mixed@example.org')
  expect(await reset(verification)).toMatchObject({ status: 400 })
  const { token } = await forgetful('mixed2')
  expect(await accounts.post('verify-email', { token })).toMatchObject({ status: 400 })
})

test('an unknown address gets the same answer and no mail', async () => {
  const { body } = await accounts.post('request-password-reset', { email: 'rhea@example.org' })
  expect(await accounts.post('request-password-reset', { email: 'nobody@example.org' })).toMatchObject({
    status: 200,
    body,
  })
  expect(accounts.mailbox.to('nobody@example.org')).toEqual([])
  expect(await accounts.post('request-password-reset', { email: 'x' })).toMatchObject({ status: 400 })
})

test('who can read the mail has proved the address', async () => {
  await accounts.signUp({ username: 'unproved', email: 'unproved@example.org' })
  await accounts.post('request-password-reset', { email: 'unproved@example.org' })
  await reset(accounts.mailbox.tokenFor('unproved@example.org'))
  expect(await accounts.signIn('unproved@example.org', NEW)).toMatchObject({ status: 200 })
})

test('the database holds no link that works', async () => {
  const { token } = await forgetful('careful')
  const rows = await accounts.db.selectFrom('verifications').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
})
