import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../tests/accounts.ts'
import { securityProcedures } from './security/procedures.server.ts'
import { authenticate } from './session/session.server.ts'

const TYPED = 'Name@Пример.РФ'
const STORED = 'name@xn--e1afmkfd.xn--p1ai'
const NEW_PASSWORD = 'quite another password'
let accounts: Accounts

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())

test('a member signs up, signs in and resets the password with an address under .рф', async () => {
  expect(await accounts.signUp({ email: TYPED, username: 'name' })).toMatchObject({ status: 200 })
  expect(await accounts.post('send-verification-email', { email: TYPED })).toMatchObject({ status: 200 })
  expect(await accounts.verify(STORED)).toMatchObject({ status: 200 })
  for (const email of [TYPED, STORED])
    expect(await accounts.signIn(email), email).toMatchObject({ status: 200 })
  expect(await accounts.post('request-password-reset', { email: TYPED })).toMatchObject({ status: 200 })
  const token = accounts.mailbox.tokenFor(STORED)
  expect(await accounts.post('reset-password', { token, newPassword: NEW_PASSWORD })).toMatchObject({
    status: 200,
  })
  expect(await accounts.signIn(TYPED)).toMatchObject({ status: 401 })
  expect(await accounts.signIn(TYPED, NEW_PASSWORD)).toMatchObject({ status: 200 })
})

test('a member changes to an address under .中国', async () => {
  await accounts.signUp({ email: 'ming@example.org', username: 'ming' })
  await accounts.verify('ming@example.org')
  const { cookie } = await accounts.signIn('ming@example.org')
  const context = await contextOf(cookie)
  expect(await call(securityProcedures.changeEmail, { email: 'ming@例子.中国' }, { context })).toMatchObject({
    pending: 'ming@xn--fsqu00a.xn--fiqs8s',
  })
  expect(accounts.mailbox.to('ming@xn--fsqu00a.xn--fiqs8s')).toHaveLength(1)
})

test.each(['name@пример.р ф', 'имя@пример.рф', 'name@рф', 'name@example.xn--'])(
  '%j is refused',
  async (email) => {
    expect(await accounts.signUp({ email, username: 'other', password: PASSWORD })).toMatchObject({
      status: 400,
      body: { message: 'Invalid email format', data: { field: 'email' } },
    })
  },
)

async function contextOf(cookie: string) {
  const { viewer, session } = await authenticate(accounts.services, new Headers({ cookie }))
  return { ...accounts.services, viewer, session, requestId: 'test', address: '127.0.0.1' }
}
