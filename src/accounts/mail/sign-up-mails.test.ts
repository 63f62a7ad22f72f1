import { call } from '@orpc/server'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { router } from '../../app/router.server.ts'
import { consumeRateLimit } from '../../core/rate-limit.server.ts'
import { RateLimiter } from '../../platform/http/rate-limiter.server.ts'
import { SIGN_UP_RATE_LIMIT } from '../contract.ts'
import { createMember } from '../members.server.ts'
import { authenticate } from '../session/session.server.ts'
import type { Challenge } from '../sign-in/challenge-schema.ts'
import { Hashing } from '../sign-in/hashing.server.ts'
import { mailboxOf } from './sign-up-mails.server.ts'

const CEILING = 4
/** Maximum mails of one network. */
const SHARE = 1
let accounts: Accounts
let hashing: Hashing
let count = 0

beforeAll(async () => {
  hashing = new Hashing({ name: 'passwords', atOnce: 1, perAddress: 0, total: 0, retryAfter: 7 })
  accounts = await makeAccounts({ RATE_LIMITS: true, signUpMails: CEILING }, hashing)
  await createMember(accounts.db, { email: 'member@example.org', username: 'a_member', password: PASSWORD })
})
afterAll(() => accounts.close())
beforeEach(() => {
  accounts.services.rateLimiter = new RateLimiter()
  accounts.mailbox.letters.length = 0
})

/** Posts from a new IP address unless `address` is given. */
function post(path: string, input: object, address = `198.51.100.${++count}`) {
  return accounts.post(path, input, { 'x-test-address': address })
}

const signUp = (email: string, address?: string) =>
  post('sign-up/email', { email, username: `newcomer_${++count}`, password: PASSWORD }, address)
const resend = (email: string, address?: string) => post('send-verification-email', { email }, address)

test.each([
  ['k.i.m+forum@gmail.com', 'kim@gmail.com'],
  ['kim@googlemail.com', 'kim@gmail.com'],
  ['K.im@example.org', 'k.im@example.org'],
  ['k.im+a+b@example.org', 'k.im@example.org'],
  ['+kim@example.org', '+kim@example.org'],
])('%s leads to the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

test('plus and dots make no other mailbox, and stay two accounts', async () => {
  // Uses up all but two attempts of the mailbox, without hashing passwords.
  for (let n = 0; n < 18; n++) {
    const sender = { account: 'stranger@gmail.com', address: `203.0.113.${n}` }
    expect(await consumeRateLimit(accounts.services, SIGN_UP_RATE_LIMIT, sender)).toBe(0)
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
        /^Too many people are signing up right now. Try again in \d+ (seconds|minutes).$/,
      ),
      data: { retry_after: seconds },
    })
  }
  expect(await resend('p1@example.org')).toMatchObject({ status: 200 })
  expect(await post('request-password-reset', { email: 'p1@example.org' })).toMatchObject({ status: 200 })
  expect(accounts.mailbox.letters).toHaveLength(sent)
  expect(await post('request-password-reset', { email: 'member@example.org' })).toMatchObject({ status: 200 })
  expect(accounts.mailbox.letters.length, 'members are no strangers').toBe(sent + 1)
})

test('a crowd without a proof closes sign-up neither to people with one or an invitation, nor an address to members', async () => {
  for (let n = 0; n < CEILING; n++) expect(await signUp(`bot${n}@example.org`)).toMatchObject({ status: 200 })
  expect(await signUp('honest@example.org')).toMatchObject({ status: 503 })
  const { body } = await post('sign-up/challenge', { always: true })
  const challenge = body.challenge as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const honest = { email: 'honest@example.org', username: 'honest_one', password: PASSWORD }
  expect(await post('sign-up/email', { ...honest, proof: { challenge, solution } })).toMatchObject({
    status: 200,
  })
  const { link } = await call(
    router.invites.create,
    { uses: 2, ends_at: new Date(Date.now() + 60_000).toISOString() },
    { context: accounts.asContext(accounts.people.admin) },
  )
  const invited = { email: 'invited@example.org', username: 'invited_one', password: PASSWORD, invite: link }
  expect(await post('sign-up/email', invited)).toMatchObject({ status: 200 })
  const member = await accounts.signIn('member@example.org')
  const { viewer, session } = await authenticate(accounts.services, new Headers({ cookie: member.cookie }))
  const context = { ...accounts.services, viewer, session, requestId: 'test', address: '192.0.2.200' }
  expect(await call(router.me.changeEmail, { email: 'moved@example.org' }, { context })).toMatchObject({
    pending: 'moved@example.org',
  })
})

test('where no mail goes none is counted: invented addresses close sign-up for nobody', async () => {
  for (const name of ['invented', 'member', 'dreamt', 'nobody', 'guessed'])
    expect(await resend(`${name}@example.org`)).toMatchObject({ status: 200 })
  expect(accounts.mailbox.letters).toEqual([])
  expect(await signUp('after.inventions@example.org')).toMatchObject({ status: 200 })
})

test('a link that is sent again is counted, and tells nothing when there were too many', async () => {
  const emails = Array.from({ length: CEILING + 1 }, (_, n) => `again${n}@example.org`)
  for (const [n, email] of emails.entries())
    await createMember(accounts.db, { email, username: `again_${n}`, email_verified: false })
  for (const email of emails) expect(await resend(email)).toMatchObject({ status: 200 })
  expect(accounts.mailbox.letters.map(({ to }) => to)).toEqual(emails.slice(0, CEILING))
  expect(await signUp('after.links@example.org')).toMatchObject({ status: 503 })
})

test('a sign-up that the passwords before it keep out is not counted', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const others = hashing.hash(() => promise)
  const answers = []
  for (let n = 0; n <= CEILING; n++) answers.push(await signUp(`early${n}@example.org`))
  resolve()
  await others
  for (const { status, headers } of answers)
    expect({ status, wait: headers.get('retry-after') }).toEqual({ status: 503, wait: '7' })
  expect(await signUp('early1@example.org')).toMatchObject({ status: 200 })
})

test.each([
  ['address', (_n: number) => '203.0.113.7'],
  ['network of IPv6', (n: number) => `2001:db8:7:${n}::1`],
])('one %s gets a fifth, and the others theirs', async (name, address) => {
  const word = name.slice(0, 4)
  for (let n = 0; n < SHARE; n++)
    expect(await signUp(`${word}${n}@example.org`, address(n))).toMatchObject({ status: 200 })
  const sent = accounts.mailbox.letters.length
  for (const email of [`${word}9@example.org`, 'member@example.org'])
    expect(await signUp(email, address(9))).toMatchObject({ status: 503 })
  await createMember(accounts.db, { email: `${word}@example.org`, username: word, email_verified: false })
  for (const path of ['send-verification-email', 'request-password-reset'])
    expect(await post(path, { email: `${word}@example.org` }, address(10))).toMatchObject({ status: 200 })
  expect(accounts.mailbox.letters).toHaveLength(sent)
  expect(await signUp(`${word}9@example.org`)).toMatchObject({ status: 200 })
})
