import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, mailTo, newName, test } from './journey.ts'

const REFUSED = /Failed to load resource: the server responded with a status of 40/

/** Returns the first link in the newest mail to this email address. */
async function linkTo(address: string): Promise<string> {
  return /http:\/\/\S+/.exec(await mailTo(address))?.[0] ?? ''
}

async function fillIn(page: Page, typed: Record<string, string>) {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
}

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth')
  await fillIn(page, { Email: email, Password: password })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('a newcomer signs up, verifies and comes home', { tag: '@all' }, async ({ page }) => {
  const { username, email, password } = newName('newcomer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).click()
  await fillIn(page, { Username: username, Email: email, Password: password })
  // Delays the request, because a response after the usual 250 ms leaves too little time to check the form.
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
  await page.route('**/api/auth/sign-up/email', async (route) => {
    await isSeen
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeDisabled()
  see()
  await expect(page.getByText('Verification Required')).toBeVisible()
  await expect(page.getByText('Please check your email to verify your account.')).toBeVisible()
  await expect(page).toHaveURL('/auth?tab=sign-up')
  const message = page.getByRole('region', { name: 'One more step' })
  await expect(message).toBeFocused()
  await expect(message).toHaveAccessibleDescription(new RegExp(`We’ve sent an email to ${email}`))
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Resend it' })).toBeHidden()
  await message.getByRole('button', { name: 'Resend email' }).click()
  await expect(message.getByRole('button', { name: 'Email sent' })).toBeDisabled()

  const link = await linkTo(email)
  expect(new URL(link).pathname).toBe('/')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email address is verified' })).toBeVisible()
  await expect(page).toHaveURL('/')

  await expect(page.getByText('You’re signed in.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome to The Threshold' })).toBeVisible()
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})

test('a mistyped address is corrected without typing all again', { tag: '@all' }, async ({ page }) => {
  const { username, email, password } = newName('hasty')
  await page.goto('/auth?tab=sign-up')
  await fillIn(page, { Username: username, Email: `wrong-${email}`, Password: password })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(`wrong-${email}`)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password)
  await expect(page.getByText(`“${username}” is reserved for wrong-${email}`)).toBeVisible()
  await fillIn(page, { Email: email, Username: `${username}2` })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(`We’ve sent an email to ${email}`)).toBeVisible()
  expect(await linkTo(email)).toContain('verify=')
})

test('what is wrong is said beside its field, before anything is sent, and gone once it is right', {
  tag: '@all',
}, async ({ page }) => {
  let sent = 0
  await page.route('**/api/auth/**', (route) => {
    // The form requests a challenge on the first interaction, so this request is not counted.
    if (route.request().url().endsWith('/sign-up/challenge'))
      return route.fulfill({ json: { challenge: null } })
    // Browsers with passkey autofill request a challenge, too. It is not counted either.
    if (route.request().url().endsWith('/passkey/challenge')) return route.continue()
    sent++
    return route.abort()
  })
  const errors = page.getByRole('main').getByRole('alert')
  await page.goto('/auth?tab=sign-up')
  const [username, email] = [page.getByLabel('Username'), page.getByLabel('Email')]
  const password = page.getByLabel('Password', { exact: true })
  await username.fill('ada')
  await email.fill('ada@nowhere')
  await password.fill('short')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(errors).toHaveText(['Invalid email format', 'Your password must have at least 10 characters.'])
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/^Invalid email format/)
  await expect(username).not.toHaveAttribute('aria-invalid')
  await email.fill('ada@somewhere.example')
  await expect(errors).toHaveText(['Your password must have at least 10 characters.'])
  await password.fill('')
  await expect(errors).toHaveText(['Please enter your password.'])

  await page.getByRole('tab', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(errors).toHaveText(['Please enter your password.'])
  await expect(password).toBeFocused()
  await page.goto('/auth/forgot')
  await page.getByRole('button', { name: 'Send email' }).click()
  await expect(errors).toHaveText(['Please enter your email.'])
  await page.goto('/auth/reset?token=x')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(errors).toHaveText(['Your password must have at least 10 characters.'])
  expect(sent).toBe(0)
})

test('a mail scanner that opens the link first gets nothing and spoils nothing', { tag: '@all' }, async ({
  page,
  browser,
  sql,
}) => {
  const { username, email, password } = newName('scanned')
  await page.goto('/auth?tab=sign-up')
  await fillIn(page, { Username: username, Email: email, Password: password })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const link = await linkTo(email)
  const verified = async () =>
    (await sql('select email_verified from users where email = $1', [email])).rows[0].email_verified
  expect((await page.request.get(link)).status()).toBe(200)
  expect(await verified()).toBe(false)

  const scanner = await browser.newContext()
  const window = await scanner.newPage()
  await window.goto(link)
  await expect(window.getByText('Your email address is verified')).toBeVisible()
  expect(await scanner.cookies()).toEqual([])
  await scanner.close()

  await page.goto(link)
  await expect(page.getByText('Your email address is verified')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome to The Threshold' })).toBeVisible()
})

test.describe('without script', () => {
  test('a button verifies the address', { tag: '@all' }, async ({ browser, page, sql }) => {
    const { username, email, password } = newName('plain')
    await page.goto('/auth?tab=sign-up')
    await fillIn(page, { Username: username, Email: email, Password: password })
    await page.getByRole('button', { name: 'Sign Up' }).click()
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(await linkTo(email))
    await plain.getByRole('button', { name: 'Verify email' }).click()
    await expect(plain.getByText('Your email address is verified')).toBeVisible()
    expect((await sql('select email_verified from users where email = $1', [email])).rows).toEqual([
      { email_verified: true },
    ])
    await context.close()
  })
})

test.describe('refused', () => {
  test.use({ expected: [REFUSED] })

  test('a forgotten password is replaced by mail, and old sessions end', { tag: '@all' }, async ({
    newMember,
    page,
  }) => {
    const { member, page: elsewhere } = await newMember('forgetful')
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    // Waits for the new form, because the previous one also has a field with this name.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await fillIn(page, { Email: member.email })
    await page.getByRole('button', { name: 'Send email' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'we’ve sent you an email' }).first(),
    ).toBeVisible()
    await expect(async () => expect(await linkTo(member.email)).toContain('/auth/reset')).toPass()
    await page.goto(await linkTo(member.email))
    await fillIn(page, { 'New password': 'something else entirely' })
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page).toHaveURL('/auth')
    await signIn(page, { email: member.email, password: 'something else entirely' })
    await expect(page.getByRole('heading', { name: 'Welcome to The Threshold' })).toBeVisible()
    await elsewhere.goto('/')
    await expect(elsewhere.getByRole('link', { name: 'Get Started' })).toBeVisible()
  })

  test('mistakes are told, and what was typed stays', { tag: '@all' }, async ({ page, sql }) => {
    const { username, email, password } = newName('clumsy')
    await page.goto('/auth')
    await fillIn(page, { Email: email, Password: 'wrong' })
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await fillIn(page, { Username: 'no spaces', Password: password })
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Invalid username format').first()).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('no spaces')
    await fillIn(page, { Username: 'admin' })
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('This username is reserved.').first()).toBeVisible()
    await fillIn(page, { Username: username })
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('We’ve sent an email to')).toBeVisible()

    // The response to a sign-up arrives before the account exists, so this waits for the account.
    const account =
      'select from accounts join users on users.id = user_id where email = $1 and password is not null'
    await expect.poll(async () => (await sql(account, [email])).rowCount, { timeout: 15_000 }).toBe(1)
    await signIn(page, { email, password })
    await expect(page.getByText('isn’t verified yet').first()).toBeVisible()
    await page.getByRole('button', { name: 'Resend email' }).click()
    await expect(page.getByRole('button', { name: 'Email sent' })).toBeDisabled()
    await sql(
      'update verifications set expires_at = now() where value = (select id::text from users where email = $1)',
      [email],
    )
    await page.goto(await linkTo(email))
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
  })
})

test('signing in and out in one tab is noticed in the other', { tag: '@all' }, async ({ newMember }) => {
  const { member, page } = await newMember('two_tabs')
  await page.goto('/')
  const other = await page.context().newPage()
  await other.goto('/forum')
  await expect(other.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('Signed out successfully')).toBeVisible()
  await expect(page.getByText('You have been logged out')).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await fillIn(page, { Email: member.email, Password: member.password })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(other.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
})

test('who had to sign in goes on where they were, and nowhere else', { tag: '@all' }, async ({
  newMember,
  browser,
}) => {
  const { member } = await newMember('returning')
  for (const [redirect, goal] of [
    ['/forum?sort=top', '/forum?sort=top'],
    ['//evil.example/', '/'],
    ['https://evil.example/', '/'],
  ]) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`/auth?redirect=${encodeURIComponent(redirect as string)}`)
    await fillIn(page, { Email: member.email, Password: member.password })
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(goal as string)
    await context.close()
  }
})

test('the password is shown to who wants to see it', { tag: '@all' }, async ({ page }) => {
  await page.goto('/auth')
  const field = page.getByLabel('Password')
  await field.fill('visible at last')
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(page.getByRole('button', { name: 'Hide' })).toHaveAttribute('aria-pressed', 'true')
})

test.describe('a session that ends while somebody writes', () => {
  test.use({ expected: [REFUSED] })

  test('signs the page out and keeps what was typed', { tag: '@all' }, async ({ newMember, sql }) => {
    const { member, page } = await newMember('interrupted')
    // Blocks the event stream and waits for other requests, so that the page cannot notice the end of the
    // session before it sends the form.
    await page.route('**/api/live*', (route) => route.fulfill({ status: 204 }))
    await page.goto('/create-post', { waitUntil: 'networkidle' })
    await fillIn(page, { Title: 'Words worth keeping', Content: 'A thought that took an hour.' })
    await sql('delete from sessions where user_id = (select id from users where email = $1)', [member.email])
    // Waits until the forum no longer uses its cached session. The database's notification may take a moment.
    const me = async () => (await (await page.request.get('/api/me')).json()).user
    await expect.poll(me).toBeNull()
    // Delays this request, so that the refusal arrives long before the page knows that it is signed out.
    await page.route('**/api/me', async (route) => {
      await sleep(1000)
      await route.continue()
    })
    await page.getByRole('button', { name: 'Publish Post' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(page).toHaveURL(/\/auth\?redirect=/)
    await fillIn(page, { Email: member.email, Password: member.password })
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(/\/create-post\?draft=/)
    await expect(page.getByLabel('Title')).toHaveValue('Words worth keeping')
    await expect(page.getByLabel('Content')).toHaveValue('A thought that took an hour.')
  })
})

test('a session in use is prolonged, and other programs use a bearer token', { tag: '@all' }, async ({
  newMember,
  sql,
  playwright,
}) => {
  const { member, page } = await newMember('regular')
  // Leaves the page, because otherwise its requests, not those below, could receive the renewed cookie.
  await page.goto('about:blank')
  const me = () => page.request.get('/api/me')
  expect((await me()).headers()['set-cookie']).toBeUndefined()
  await sql(
    "update sessions set expires_at = now() + interval '20 days' where user_id = (select id from users where email = $1)",
    [member.email],
  )
  // Polls, because the forum may cache the session for two seconds.
  await expect
    .poll(async () => (await me()).headers()['set-cookie'])
    .toMatch(/Max-Age=2592000.*HttpOnly.*SameSite=Lax/)
  expect((await me()).headers()['set-cookie']).toBeUndefined()

  const program = await playwright.request.newContext({ baseURL: process.env.BASE_URL })
  const { email, password } = member
  const signedIn = await program.post('/api/auth/sign-in/email', { data: { email, password } })
  const { token } = await signedIn.json()
  const other = await playwright.request.newContext({
    baseURL: process.env.BASE_URL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect(await (await other.get('/api/me')).json()).toMatchObject({ user: { username: member.username } })
  const written = await other.post('/api/posts', {
    data: { title: 'By a program', content: '<p>Hello.</p>' },
  })
  expect(written.status()).toBe(201)
})
