import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { takeTurn } from '../../api/limits.server.ts'
import { Limits } from '../../platform/limits.server.ts'
import { SIGNING_UP } from './contract.ts'
import { createMember } from './members.server.ts'
import { mailboxOf } from './strangers.server.ts'

const CEILING = 4
let accounts: Accounts
let count = 0

beforeAll(async () => {
  accounts = await makeAccounts({ RATE_LIMITS: true, SIGN_UP_MAILS: CEILING })
  await createMember(accounts.db, { email: 'member@example.org', username: 'a_member', password: PASSWORD })
})
afterAll(() => accounts.close())
beforeEach(() => {
  accounts.services.limits = new Limits()
  accounts.mailbox.letters.length = 0
})

/** Each from an address of its own. */
function post(path: string, input: object) {
  return accounts.post(path, input, { 'x-test-address': `198.51.100.${++count}` })
}

const signUp = (email: string) =>
  post('sign-up/email', { email, username: `newcomer_${count}`, password: PASSWORD })

test.each([
  ['k.i.m+forum@gmail.com', 'kim@gmail.com'],
  ['kim@googlemail.com', 'kim@gmail.com'],
  ['K.im@example.org', 'k.im@example.org'],
  ['k.im+a+b@example.org', 'k.im@example.org'],
  ['+kim@example.org', '+kim@example.org'],
])('%s leads to the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

test('plus and dots make no other mailbox, and stay two accounts', async () => {
  // All but the last two of what one mailbox may get, without the work that a password is.
  for (let n = 0; n < 18; n++) {
    const sender = { account: 'stranger@gmail.com', address: `203.0.113.${n}` }
    expect(takeTurn(accounts.services, SIGNING_UP, sender)).toBe(0)
  }
  const emails = ['str.anger+1@gmail.com', 's.tranger+2@googlemail.com', 'stran.ger@gmail.com']
  const answers = []
  for (const email of emails) answers.push((await signUp(email)).status)
  expect(answers).toEqual([200, 200, 429])
  expect(accounts.mailbox.letters.map(({ to }) => to)).toEqual(emails.slice(0, 2))
})

test('strangers get so many mails an hour and no more, whoever asks; sign-up says when', async () => {
  for (let n = 0; n < CEILING; n++)
    expect((await signUp(n === 2 ? 'member@example.org' : `p${n}@example.org`)).status).toBe(200)
  const sent = accounts.mailbox.letters.length
  for (const email of ['one.more@example.org', 'member@example.org']) {
    const { status, headers, body } = await signUp(email)
    expect(status).toBe(503)
    const seconds = Number(headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(body).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringMatching(
        /^Many people are signing up right now. Try again in \d+ (seconds|minutes).$/,
      ),
      data: { retry_after: seconds },
    })
  }
  expect(await post('send-verification-email', { email: 'p1@example.org' })).toMatchObject({ status: 503 })
  expect(await post('request-password-reset', { email: 'p1@example.org' })).toMatchObject({ status: 200 })
  expect(accounts.mailbox.letters).toHaveLength(sent)
  expect(await post('request-password-reset', { email: 'member@example.org' })).toMatchObject({ status: 200 })
  expect(accounts.mailbox.letters.length, 'members are no strangers').toBe(sent + 1)
})
