import { expect, newName, test } from './journey.ts'
import { answer, go, hold, startAsGuest, startAsMember, toast } from './states.ts'

// Tests the texts of the home page, of signing in and out, and of header and footer, in each of their states.
test.use({ expected: [/Failed to load resource/] })

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

test('/ greets a guest, and welcomes a member, with a spinner while the session is checked', {
  tag: '@all',
}, async ({ newMember, page: guest }) => {
  await guest.goto('/')
  await guest.getByRole('link', { name: 'Get Started' }).click()
  await expect(guest.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')

  const { page } = await newMember('homely')
  const release = await hold(page, /^\/assets\/application-/)
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
  await expect(page.getByRole('region', { name: 'Recent Discussions' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeHidden()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to The Threshold')
  const cards = page.getByRole('main').getByRole('list').first()
  for (const card of ['Create Post', 'Browse Posts', 'Create Note', 'Community'])
    await expect(cards.getByText(card, { exact: true })).toBeVisible()
})

test('/ lists recent discussions: on their way, there, none, and not to be had', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page, member } = await newMember('homely')
  const data = { title: 'Seen at home', content: '<p>Words.</p>' }
  expect((await page.request.post('/api/posts', { data, headers: CSRF })).status()).toBe(201)
  const { items } = await (await page.request.get('/api/posts?sort=newest&limit=5')).json()
  const orphan = { ...items[0], id: '0199b3c4-7a1e-7c3b-9d2f-0000000000b2', title: 'An orphan', author: null }
  const recent = page.getByRole('region', { name: 'Recent Discussions' })

  await startAsMember(page)
  const release = await hold(page, '/api/posts')
  await go(page, '/')
  await expect(recent.getByRole('list', { name: 'Loading discussions' }).getByRole('listitem')).toHaveCount(5)
  release({ items: [orphan, ...items], next: null })
  const [first, second] = [recent.getByRole('listitem').nth(0), recent.getByRole('listitem').nth(1)]
  await expect(first).toContainText('by Anonymous')
  await expect(second).toContainText(`by ${member.username}`)
  await expect(second.getByRole('time')).toHaveText(/^\d+ \w+ 20\d\d$/)
  await expect(recent.getByRole('link', { name: 'View All Posts' })).toHaveAttribute('href', '/forum')

  for (const state of [{ items: [], next: null }, 500] as const) {
    await page.unrouteAll()
    await startAsMember(page)
    await answer(page, '/api/posts', state)
    await answer(page, '/api/activity', state)
    await go(page, '/')
    await expect(recent.getByRole('link', { name: 'Create First Post' })).toHaveAttribute(
      'href',
      '/create-post-rich',
    )
    await expect(recent.getByRole('link', { name: 'View All Posts' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Activity' })).toContainText('No activity yet.')
  }
})

test('/auth says that it is at work, and what went wrong', { tag: '@all' }, async ({ page }) => {
  const { username, password } = newName('signing')
  await page.goto('/auth')
  const email = page.getByLabel('Email')
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
  await email.fill('somebody@journey.example')
  await page.getByLabel('Password', { exact: true }).fill('not the one')
  const release = await hold(page, '/api/auth/sign-in/email')
  await signIn.click()
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeDisabled()
  release()
  await expect(toast(page, 'Error').first()).toBeVisible()
  await expect(toast(page, 'Invalid email or password').first()).toBeVisible()
  await expect(signIn).toBeEnabled()

  // The browser accepts this email address, but the forum does not.
  await email.fill('somebody@nowhere')
  await signIn.click()
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: 'Invalid email format' }),
  ).toBeVisible()
  await expect(toast(page, 'Invalid email format')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: 'Invalid email format' }),
  ).toBeVisible()
  await email.fill('somebody@journey.example')
  await page.route('**/api/auth/sign-up/email', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(toast(page, 'The forum can’t be reached. Check your connection and try again.')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(username)
})

test('/auth asks whoever tries the sixth time in a minute to wait', { tag: '@all' }, async ({ page }) => {
  await page.goto('/auth')
  await answer(page, '/api/auth/sign-in/email', 500)
  await page.getByLabel('Email').fill('somebody@journey.example')
  await page.getByLabel('Password', { exact: true }).fill('guessing')
  const button = page.getByRole('button', { name: 'Sign In', exact: true })
  for (let attempt = 1; attempt <= 5; attempt++) {
    const refused = page.waitForResponse('**/api/auth/sign-in/email')
    await button.click()
    await refused
    await expect(button).toBeEnabled()
  }
  await button.click()
  await expect(
    page
      .getByRole('region', { name: 'What just happened' })
      .getByText(/^You're going too fast\. Try again in \d+ seconds?\.$/),
  ).toBeVisible()
})

test('signing out that fails says so, and nobody is signed out', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('staying', '/')
  await page.route('**/api/auth/sign-out', (route) => route.abort())
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(toast(page, 'Error signing out')).toBeVisible()
  await expect(toast(page, 'Please try again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('the bell counts to 99+, and its panel loads, fails, lists twenty and has all read', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member } = await newMember('famous')
  await sql(
    `with liked as (
       insert into notes (author_id, content, created_at)
       select p.id, 'Words of ' || n, now() - interval '2 hours' - n * interval '1 second'
       from profiles p, generate_series(1, 120) as n where p.username = $1
       returning id, author_id, created_at)
     insert into notifications (user_id, type, note_id, created_at)
     select author_id, 'note_like', id, created_at from liked`,
    [member.username],
  )
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const release = await hold(page, '/api/notifications')
  await startAsMember(page)
  await bell.click()
  await expect(panel.getByRole('list', { name: 'Loading notifications' })).toBeVisible()
  release()
  await expect(bell).toHaveAccessibleName('Notifications, 99+ unread')
  await expect(bell.getByText('99+', { exact: true })).toBeVisible()
  const entries = panel.getByRole('listitem')
  await expect(entries).toHaveCount(20)
  await expect(entries.first()).toContainText('Someone liked your note')
  await expect(entries.first()).toContainText('Words of 1')
  await expect(entries.first()).toContainText('Unread')
  await expect(entries.first()).toContainText('about 2 hours ago')
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect(panel.getByText('Unread')).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toHaveCount(0)
  await expect(bell).toHaveAccessibleName('Notifications')

  await answer(page, '/api/notifications', 500)
  await startAsMember(page)
  await bell.click()
  await expect(panel.getByText('Notifications could not be loaded')).toBeVisible()
})

test('three toasts at once, each for four seconds', { tag: '@all' }, async ({ newMember, page: guest }) => {
  const { page } = await newMember('author')
  const data = { title: 'Much wanted', content: '<p>Words.</p>' }
  const { id } = await (await page.request.post('/api/posts', { data, headers: CSRF })).json()
  await guest.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await guest.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await startAsGuest(guest)
  await go(guest, `/post/${id}`)
  const said = toast(guest, 'Link copied to clipboard')
  for (let press = 0; press < 5; press++) await guest.getByRole('button', { name: 'Share' }).click()
  await expect(said).toHaveCount(3)
  const shown = Date.now()
  await guest.mouse.move(9, 9)
  await expect(said).toHaveCount(0)
  expect(Date.now() - shown).toBeGreaterThan(3000)
  expect(Date.now() - shown).toBeLessThan(6000)
})

test.describe('in a frame of somebody else', () => {
  test.use({ expected: [/navigate the top-level window|Unsafe attempt|can escape its sandboxing/] })

  for (const [what, sandbox] of [
    ['that may not lead its window elsewhere', 'sandbox="allow-scripts allow-same-origin"'],
    ['that may', ''],
  ] as const)
    test(`${what}, a page raises the alarm or leaves`, async ({ page }) => {
      // Simulates a browser that ignores security headers.
      await page.route('**/about', async (route) => {
        const response = await route.fetch()
        const { 'content-security-policy': _, 'x-frame-options': __, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
      const html = `<!doctype html><title>Trap</title><iframe ${sandbox} src="/about" width="1000" height="700"></iframe>`
      await page.route('**/trap', (route) => route.fulfill({ contentType: 'text/html', body: html }))
      await page.goto('/trap')
      const frame = page.frameLocator('iframe')
      await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
      await page.mouse.move(300, 300)
      await page.mouse.move(310, 310)
      if (!sandbox) return expect(page).toHaveURL('/about')
      await expect(frame.getByText('Security Alert', { exact: true })).toBeVisible()
      await expect(frame.getByText('This page was embedded in another page.')).toBeVisible()
      await expect(page).toHaveURL('/trap')
    })
})

test('every write carries the token of its tab', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('writer')
  const sent: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.method() !== 'GET' && path.startsWith('/api/'))
      sent.push(`${request.headers()['x-csrf-token']}`)
  })
  await page.goto('/create-post')
  await page.getByLabel('Title').fill('Written with a token')
  await page.getByLabel('Content').fill('Words.')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await page.getByRole('link', { name: 'Written with a token' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Written with a token' })).toBeVisible()
  await page.getByRole('button', { name: 'Vote up' }).first().click()
  await expect(page.getByText('Voted up, 1 point')).toBeAttached()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(toast(page, 'Signed out successfully')).toBeVisible()
  const token = await page.evaluate(() => sessionStorage.getItem('csrf-token'))
  expect(token).toMatch(/^[\w-]{32}$/)
  expect(sent.length).toBeGreaterThanOrEqual(4)
  expect(new Set(sent)).toEqual(new Set([token]))
})

test('/ for a guest whose discussions cannot be loaded still greets', { tag: '@all' }, async ({ page }) => {
  await startAsGuest(page)
  await answer(page, '/api/posts', 500)
  await answer(page, '/api/activity', 500)
  await go(page, '/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create First Post' })).toBeVisible()
  await expect(page.getByText('No activity yet.')).toBeVisible()
})
