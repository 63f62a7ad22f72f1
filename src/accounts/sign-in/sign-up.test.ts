import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { createMember } from '../members.server.ts'

let accounts: Accounts

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())

function member(username: string) {
  return accounts.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(['profiles.username', 'users.email', 'users.email_verified'])
    .where('profiles.username', '=', username)
    .executeTakeFirst()
}

test('signing up makes an account and its profile, and a mail to verify the address', async () => {
  const { status, body } = await accounts.signUp({ username: 'Iris_9', email: 'Iris@Example.org ' })
  expect({ status, body }).toEqual({ status: 200, body: { status: true } })
  expect(await member('Iris_9')).toEqual({
    username: 'Iris_9',
    email: 'iris@example.org',
    email_verified: false,
  })
  expect(accounts.mailbox.to('iris@example.org')).toMatchObject([
    { subject: expect.stringContaining('Verify'), link: expect.stringMatching(/\/\?verify=[\w-]{43}$/) },
  ])
})

test('nobody is signed in by signing up', async () => {
  const { headers } = await accounts.signUp({ username: 'nobody_yet', email: 'nobody.yet@example.org' })
  const [cookie, ...others] = headers.getSetCookie()
  expect(cookie).toMatch(/^threshold\.sign_up=[\w-]+;.* HttpOnly; SameSite=Lax/)
  expect(others).toEqual([])
  expect(await accounts.whoIs({ cookie: cookie?.split(';')[0] ?? '' })).toBeNull()
  expect(await accounts.signIn('nobody.yet@example.org')).toMatchObject({
    status: 403,
    cookie: '',
    body: { code: 'EMAIL_NOT_VERIFIED', message: expect.stringContaining('isn’t verified') },
  })
})

test('without a username the one before the @ is taken, made valid and unique', async () => {
  await accounts.signUp({ username: '', email: 'jo.may+news@example.org' })
  await accounts.signUp({ email: 'jomaynews@example.org' })
  expect(await member('jomaynews')).toMatchObject({ email: 'jo.may+news@example.org' })
  expect(await member('jomaynews2')).toMatchObject({ email: 'jomaynews@example.org' })
})

test.each([
  ['ab', 'Invalid username format'],
  ['a'.repeat(31), 'Invalid username format'],
  ['no spaces', 'Invalid username format'],
  ['<b>bold</b>', 'Invalid username format'],
  ['ünïcode', 'Invalid username format'],
  [42, expect.any(String)],
])('the username %s is refused', async (username, message) => {
  const { status, body } = await accounts.signUp({ username, email: 'picky@example.org' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ message, data: { field: 'username' } })
})

test.each(['admin', 'Moderator', 'create-post', 'NULL'])('the username %s is reserved', async (username) => {
  const { status, body } = await accounts.signUp({ username, email: 'picky@example.org' })
  expect(status).toBe(409)
  expect(body.message).toBe('This username is reserved. Please choose another.')
})

test('a name that somebody has, in any spelling, is taken', async () => {
  const { status, body } = await accounts.signUp({ username: 'ADA', email: 'picky@example.org' })
  expect(status).toBe(409)
  expect(body).toMatchObject({ message: 'This username is taken. Please choose another.' })
})

test.each([
  'plain',
  '@example.org',
  'a@b',
  'a b@example.org',
  `${'a'.repeat(250)}@example.org`,
  'märz@example.org',
  'a@example.org, b@example.org',
  'a@example.org\nBcc: b@example.org',
])('the address "%s" is refused', async (email) => {
  const { status, body } = await accounts.signUp({ username: 'picky', email })
  expect(status).toBe(400)
  expect(body.message).toBe('Invalid email format')
})

test.each(['', 'short12', 'x'.repeat(129)])('the password "%s" is refused', async (password) => {
  const { status, body } = await accounts.signUp({ username: 'picky', email: 'picky@example.org', password })
  expect(status).toBe(400)
  expect(body).toMatchObject({ data: { field: 'password' } })
})

test.each(['', '[]', 'null', '"text"', '{"email":{"$ne":null}}', '{'])(
  'the body %s is refused',
  async (body) => {
    expect(await accounts.post('sign-up/email', body)).toMatchObject({ status: 400 })
  },
)

test('a form of another site cannot even ask', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
  expect(await accounts.post('sign-in/email', 'email=a@b.c&password=x', form)).toMatchObject({ status: 415 })
  const text = { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' }
  expect(await accounts.post('sign-in/email', { email: 'a@b.c', password: 'x' }, text)).toMatchObject({
    status: 415,
  })
})

test('nobody gives themselves what is not theirs', async () => {
  await accounts.signUp({
    username: 'sly_one',
    email: 'sly@example.org',
    emailVerified: true,
    email_verified: true,
    role: 'admin',
    roles: ['admin'],
    id: accounts.people.admin.id,
    image: 'javascript:alert(1)',
  })
  expect(await member('sly_one')).toMatchObject({ email_verified: false })
  expect(
    await accounts.db.selectFrom('users').select('image').where('username', '=', 'sly_one').execute(),
  ).toEqual([{ image: null }])
})

test('sign-up succeeds when the mail server is away', async () => {
  accounts.mailbox.isDown = true
  const { status } = await accounts.signUp({ username: 'patient', email: 'patient@example.org' })
  accounts.mailbox.isDown = false
  expect(status).toBe(200)
  expect(await member('patient')).toBeDefined()
})

test('an address that has an account gets the same answer, and a mail that says so', async () => {
  await createMember(accounts.db, { email: 'known@example.org', username: 'known', password: PASSWORD })
  const known = await accounts.signUp({
    username: 'newcomer',
    email: 'known@example.org',
    password: 'another one 123',
  })
  const unknown = await accounts.signUp({ username: 'newcomer2', email: 'unknown@example.org' })
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
  expect(accounts.mailbox.to('known@example.org')).toMatchObject([
    { subject: expect.stringContaining('already have') },
  ])
  expect(await accounts.signIn('known@example.org')).toMatchObject({ status: 200 })
})

test('the name asked for is gone afterwards, whether the address had an account or not', async () => {
  await createMember(accounts.db, { email: 'quiet@example.org', username: 'quiet' })
  await accounts.signUp({ username: 'probe1', email: 'quiet@example.org' })
  await accounts.signUp({ username: 'probe2', email: 'not.quiet@example.org' })
  for (const username of ['Probe1', 'Probe2'])
    expect(await accounts.signUp({ username, email: 'third@example.org' })).toMatchObject({ status: 409 })
})

test('two who ask for one name at the same moment: one gets it, the other is told', async () => {
  const answers = await Promise.all(
    ['first', 'second'].map((who) => accounts.signUp({ username: 'Rush', email: `${who}@example.org` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await member('Rush')).toBeDefined()
})

test('of two who sign up with one address at the same moment neither password counts', async () => {
  const email = 'contested@example.org'
  const passwords = ['of the first who came', 'of the second who came']
  await Promise.all(passwords.map((password) => accounts.signUp({ email, password })))
  const { body } = await accounts.verify(email)
  expect(body.reset_token).toEqual(expect.any(String))
  for (const password of passwords)
    expect(await accounts.signIn(email, password)).toMatchObject({ status: 401 })
})

test('the staff hears of a new member when it has an address', async () => {
  expect(accounts.jobs.done).toContain('send-signup-notification')
  expect(accounts.mailbox.letters.filter(({ subject }) => subject.startsWith('New member'))).toEqual([])
})

test('an address with an international domain signs up, and in, in either form', async () => {
  const email = 'kim@bücher.example'
  expect(await accounts.signUp({ email, username: 'kim_of_books' })).toMatchObject({ status: 200 })
  const ascii = 'kim@xn--bcher-kva.example'
  await accounts.verify(ascii)
  for (const form of [email, ascii, 'Kim@BÜCHER.example'])
    expect((await accounts.signIn(form)).status, form).toBe(200)
})
