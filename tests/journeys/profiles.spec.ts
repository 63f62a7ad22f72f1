import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { wake } from './hands.ts'
import { expect, type Member, newName, test, verify } from './journey.ts'
import { go, toast } from './states.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

async function publish(page: Page, title: string, content = '<p>Words.</p>'): Promise<string> {
  const response = await page.request.post('/api/posts', { data: { title, content }, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

async function say(page: Page, postId: string, content: string) {
  const response = await page.request.post(`/api/posts/${postId}/comments`, {
    data: { content },
    headers: CSRF,
  })
  expect(response.status()).toBe(201)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function openOwn(page: Page, { username }: Member) {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`/profile/${username}`)
}

test('a member shows who they are, and everybody reads it', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { member, page } = await newMember('shown', '/')
  const [title, other] = [unique('Published by the one shown'), unique('Commented by the one shown')]
  await publish(page, title, `<p>${'A long beginning. '.repeat(30)}</p>`)
  const { page: author } = await newMember('elsewhere')
  await say(page, await publish(author, other), 'Said in passing.')
  await sql("insert into user_roles select id, 'editor' from profiles where username = $1", [member.username])

  await openOwn(page, member)
  await expect(heading(page)).toHaveText(member.username)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Full Name').fill('Ada Shown')
  await dialog.getByLabel('Bio').fill('Signals from muscle.\nPatience from everywhere.')
  await expect(dialog.getByText('46/500 characters')).toBeVisible()
  await dialog.getByLabel('Location').fill('Taipei')
  await dialog.getByLabel('Website').fill('ada.example')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(heading(page)).toHaveText('Ada Shown')
  await expect(page).toHaveURL(`/profile/${member.username}`)

  const response = await guest.goto(`/profile/${member.username.toUpperCase()}`)
  expect(response?.status()).toBe(200)
  const html = (await response?.text()) ?? ''
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]+/profile/${member.username}"`))
  expect(html).toContain('"@type":"ProfilePage"')
  await expect(guest).toHaveTitle(`Ada Shown (@${member.username}) | The Threshold`)
  await expect(heading(guest)).toHaveText('Ada Shown')
  const main = guest.getByRole('main')
  await expect(main.getByText('editor', { exact: true })).toBeVisible()
  await expect(main.getByText('Patience from everywhere.')).toBeVisible()
  await expect(main.getByText('Taipei')).toBeVisible()
  await expect(main.getByRole('link', { name: 'ada.example' })).toHaveAttribute('href', 'https://ada.example')
  await expect(main.getByRole('link', { name: 'ada.example' })).toHaveAttribute(
    'rel',
    'nofollow ugc noopener',
  )
  await expect(main.getByText('1 post', { exact: true })).toBeVisible()
  await expect(main.getByText('1 comment', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: '0 followers' })).toHaveAttribute(
    'href',
    `/profile/${member.username}/followers`,
  )
  await expect(main.getByRole('listitem').filter({ hasText: title })).toContainText(/A long beginning\. .+…/)
  await expectAccessible(guest)

  await main.getByRole('link', { name: 'Comments 1', exact: true }).click()
  await expect(guest).toHaveURL(`/profile/${member.username}?tab=comments`)
  await main.getByRole('link', { name: 'Said in passing.' }).click()
  await expect(heading(guest)).toHaveText(other)
  await expect(guest).toHaveURL(/\/post\/[^/]+\/[^/]+#comment-/)
  await expect(guest.getByRole('article').filter({ hasText: 'Said in passing.' })).toBeInViewport()

  await guest.goto(`/profile/${member.username}`)
  await guest.getByRole('button', { name: 'Message' }).click()
  await expect(guest.getByText('Sign in required').first()).toBeVisible()
  await expect(guest.getByText('Please sign in to send messages').first()).toBeVisible()
})

test('what belongs to the owner is not offered to others', { tag: '@all' }, async ({ newMember, sql }) => {
  const { member, page } = await newMember('owner')
  const { page: visitor } = await newMember('passer')
  await page.goto(`/profile/${member.username}`)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'User Management' })).toHaveCount(0)
  await expect(page.getByText('Message', { exact: true })).toHaveCount(0)
  await visitor.goto(`/profile/${member.username}`)
  await expect(visitor.getByRole('link', { name: 'Message', exact: true })).toHaveAttribute(
    'href',
    `/messages?start=${member.username}`,
  )
  await expect(visitor.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0)
  await sql("insert into user_roles select id, 'editor' from profiles where username = $1", [member.username])
  await page.reload()
  await expect(page.getByRole('link', { name: 'User Management' })).toHaveAttribute(
    'href',
    '/user-management',
  )
})

test('lists go on, with script and without', { tag: '@all' }, async ({
  newMember,
  page: guest,
  browser,
  baseURL,
}) => {
  const { member, page } = await newMember('prolific')
  for (let i = 1; i <= 12; i++) await publish(page, `Number ${i} of twelve`)
  await guest.goto(`/profile/${member.username}`)
  const titles = guest.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })
  await expect(titles).toHaveCount(10)
  await expect(titles.first()).toHaveText('Number 12 of twelve')
  await wake(guest)
  await guest.getByRole('link', { name: 'More posts' }).click()
  await expect(titles).toHaveCount(12)
  await expect(guest.getByRole('link', { name: 'More posts' })).toHaveCount(0)
  await expect(guest).toHaveURL(`/profile/${member.username}`)

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await context.newPage()
  await plain.goto(`/profile/${member.username}`)
  await plain.getByRole('link', { name: 'More posts' }).click()
  await expect(plain.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })).toHaveText([
    'Number 2 of twelve',
    'Number 1 of twelve',
  ])
  await plain.getByRole('link', { name: 'Comments 0', exact: true }).click()
  await expect(plain.getByRole('heading', { name: 'No comments yet' })).toBeVisible()
  await context.close()
})

test('a picture is chosen, seen by everybody, and removed', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { member, page } = await newMember('pictured')
  const title = unique('With a face')
  await publish(page, title)
  await page.goto('/edit-profile')
  await expect(page.getByText('Click on your avatar to upload a new profile picture')).toBeVisible()
  await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(page.getByText('Please select an image file').first()).toBeVisible()
  await choose(page, { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024) })
  await expect(page.getByText('Image size must be less than 5MB').first()).toBeVisible()

  await choose(page, { name: 'me.gif', mimeType: 'image/gif', buffer: RED_DOT })
  await expect(page.getByText('Profile picture updated successfully!').first()).toBeVisible()
  await shows(page.getByRole('button', { name: 'Account', exact: true }), true)
  await guest.goto(`/profile/${member.username}`)
  await shows(guest.getByRole('main'), true)
  await guest.goto('/forum')
  await shows(guest.getByRole('listitem').filter({ hasText: title }), true)

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Profile picture removed').first()).toBeVisible()
  await shows(page.getByRole('button', { name: 'Account', exact: true }), false)
  await guest.goto(`/profile/${member.username}`)
  await shows(guest.getByRole('main'), false)
})

const RED_DOT = Buffer.from('R0lGODlhAQABAIAAANwUFAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a new profile picture' }).click()
  await (await chooser).setFiles(file)
}

test('after a picture was chosen, new posts still get the image that links to them show', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('pictured_writer')
  await page.goto('/edit-profile')
  await choose(page, { name: 'me.gif', mimeType: 'image/gif', buffer: RED_DOT })
  await expect(page.getByText('Profile picture updated successfully!').first()).toBeVisible()
  await page.goto(`/post/${await publish(page, unique('Seen from elsewhere'))}`)
  const address = await page.locator('meta[property="og:image"]').getAttribute('content')
  const image = await page.request.get(address ?? '')
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
})

/** Expects a picture that has loaded, or no picture if `isThere` is false. */
async function shows(place: Locator, isThere: boolean) {
  const picture = place.locator('img').first()
  if (!isThere) return expect(place.locator('img')).toHaveCount(0)
  await expect(picture).toBeVisible()
  const width = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(1)
}

test.describe('a username', () => {
  test.use({ expected: [/409/] })

  test('that is new is shown everywhere at once, and the old address leads to it', { tag: '@all' }, async ({
    newMember,
    page: guest,
    context,
  }) => {
    const { member, page } = await newMember('before')
    const id = await publish(page, unique('Written under the old name'))
    await guest.goto(`/post/${id}`)
    await expect(guest.getByRole('link', { name: `@${member.username}` })).toBeVisible()
    const second = await page.context().newPage()
    await second.goto('/forum')
    await expect(second.getByRole('button', { name: 'Account', exact: true })).toBeVisible()

    const { username } = newName('after')
    await page.goto('/edit-profile')
    await page.getByLabel('Username').fill('ab')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Invalid username format')).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.getByLabel('Username').fill('admin')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'This username is reserved.' }).first(),
    ).toBeVisible()
    await page.getByLabel('Username').fill(username)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
    await expect(page).toHaveURL(`/profile/${username}`)
    await expect(heading(page)).toHaveText(username)
    for (const tab of [page, second]) {
      await tab.getByRole('button', { name: 'Account', exact: true }).click()
      await expect(tab.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute(
        'href',
        `/profile/${username}`,
      )
    }
    await guest.goto(`/post/${id}`)
    await expect(guest.getByRole('link', { name: `@${username}` })).toBeVisible()

    const moved = await context.request.get(`/profile/${member.username}?tab=comments`, { maxRedirects: 0 })
    expect([302, 307]).toContain(moved.status())
    expect(moved.headers().location).toMatch(new RegExp(`/profile/${username}\\?tab=comments$`))
    await guest.goto(`/profile/${member.username}`)
    await expect(guest).toHaveURL(`/profile/${username}`)
    expect(await (await context.request.get(`/api/profiles/${member.username}`)).json()).toMatchObject({
      username,
    })
  })
})

test.describe('that somebody else has', () => {
  test.use({ expected: [/409/] })

  test('a name is not to be had, and what was typed is still there after a reload', { tag: '@all' }, async ({
    newMember,
  }) => {
    const { member: taken } = await newMember('taken')
    const { page } = await newMember('taker')
    await page.goto('/edit-profile')
    await page.getByLabel('Full Name').fill('Typed with care')
    await page.getByLabel('Username').fill(taken.username)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This username is taken.' }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('Draft restored')).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Typed with care')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByLabel('Full Name')).toHaveValue('')
  })

  test('a profile saved in another tab is not overwritten unasked', { tag: '@all' }, async ({
    newMember,
  }) => {
    const { member, page } = await newMember('twice')
    await page.goto('/edit-profile')
    await expect(page.getByLabel('Username')).toHaveValue(member.username)
    const saved = await page.request.patch('/api/me', { data: { bio: 'From elsewhere.' }, headers: CSRF })
    expect(saved.ok()).toBe(true)
    await page.getByLabel('Location').fill('Here')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { name: /^Your profile was saved after/ })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Location: your version' }).locator('ins')).toHaveText(
      'Here',
    )
    await expect(page.getByRole('region', { name: /^Bio/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Save your version' }).click()
    await expect(page.getByText('Profile updated successfully!').first()).toBeVisible()
    await expect(page.getByText('From elsewhere.')).toBeVisible()
    await expect(page.getByText('Here', { exact: true })).toBeVisible()
  })
})

test.describe('when the server fails', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('nothing is lost, and everything is said', { tag: '@all' }, async ({ newMember }) => {
    const { page } = await newMember('unlucky')
    await page.goto('/edit-profile')
    await page.getByLabel('Bio').fill('Typed in bad weather.')
    await page.route('**/api/me', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { code: 'X' } })
        : route.continue(),
    )
    await page.route('**/api/me/avatar', (route) => route.fulfill({ status: 500, json: { code: 'X' } }))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Failed to update profile').first()).toBeVisible()
    await expect(page.getByLabel('Bio')).toHaveValue('Typed in bad weather.')
    await choose(page, { name: 'me.gif', mimeType: 'image/gif', buffer: RED_DOT })
    await expect(page.getByText('Failed to upload profile picture').first()).toBeVisible()
    await page.unroute('**/api/me')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Typed in bad weather.')).toBeVisible()

    await page.route('**/api/me', (route) => route.abort())
    await page.goto('/edit-profile')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Failed to load profile data' }).first(),
    ).toBeVisible()
    await page.unroute('**/api/me')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Bio')).toHaveValue('Typed in bad weather.')
  })
})

test.describe('nobody of this name', () => {
  test.use({ expected: [/404/] })

  test('is a page that says so and leads back', { tag: '@all' }, async ({ page }) => {
    const grid = page.getByRole('main').locator('.columns')
    await page.goto('/forum')
    const edges = await grid.boundingBox()
    const response = await page.goto('/profile/nobody_of_this_name')
    expect(await grid.boundingBox()).toMatchObject({ x: edges?.x, y: edges?.y, width: edges?.width })
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
    await expect(page).toHaveTitle('User not found | The Threshold')
    await wake(page)
    // The page itself shows the error. Waits, because an unwanted toast might take a moment to appear.
    await page.waitForTimeout(1000)
    expect(await page.getByText('Profile not found').count()).toBe(0)
    await go(page, '/profile/nobody_either')
    await expect(toast(page, 'Profile not found')).toBeVisible()
    await expect(toast(page, 'The user profile could not be found')).toBeVisible()
    await go(page, '/forum')
    await expect(page.getByRole('heading', { name: 'Posts', level: 1 })).toBeVisible()
    await go(page, '/profile/nobody_of_this_name')
    await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(/\/(forum)?$/)
  })

  test('is also who has not verified their address', { tag: '@all' }, async ({ request, sql }) => {
    const stranger = newName('stranger')
    const headers = { ...CSRF, origin: process.env.BASE_URL ?? '' }
    await request.post('/api/auth/sign-up/email', { data: { ...stranger, name: '' }, headers })
    const made = () => sql('select from users where email = $1', [stranger.email])
    await expect.poll(async () => (await made()).rowCount).toBe(1)
    const status = async () => (await request.get(`/profile/${stranger.username}`)).status()
    expect(await status()).toBe(404)
    await verify(sql, stranger)
    await expect.poll(status, { timeout: 1000, intervals: [50] }).toBe(200)
  })
})

test('who is not signed in is sent to sign in, and comes back to edit', { tag: '@all' }, async ({
  newMember,
  browser,
}) => {
  const { member } = await newMember('returning')
  const page = await browser.newPage()
  await page.goto('/edit-profile')
  await expect(page).toHaveURL('/auth?redirect=%2Fedit-profile')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/edit-profile')
  await expect(page.getByLabel('Username')).toHaveValue(member.username)
  await page.getByLabel('Location').fill('Nowhere')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/profile/${member.username}`)
  await expect(page.getByText('Nowhere')).toHaveCount(0)
  await page.close()
})
