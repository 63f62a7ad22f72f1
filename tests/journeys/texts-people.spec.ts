import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { answer, go, hold, startAsGuest, startAsMember, toast } from './states.ts'

// Tests the texts of the pages about people, notes and places, in each of their states.
test.use({ expected: [/Failed to load resource|server sent an unexpected response/] })

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const NOTHING = { items: [], next: null }
const main = (page: Page) => page.getByRole('main')

test('/notes: on their way, none, failed, and by somebody who has left', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('noter')
  const share = { data: { content: 'A note of the day' }, headers: CSRF }
  const note = await (await page.request.post('/api/notes', share)).json()
  await startAsMember(page)
  const release = await hold(page, '/api/notes')
  await go(page, '/notes')
  await expect(
    main(page).getByText('Share quick thoughts, observations, and connect with the community'),
  ).toBeVisible()
  await expect(main(page).getByRole('list', { name: 'Loading notes' }).getByRole('listitem')).toHaveCount(5)
  release({ items: [{ ...note, author: null }], next: null })
  await expect(main(page).getByRole('article', { name: 'Note by unknown' })).toContainText(
    'A note of the day',
  )
  for (const name of ['Recent', 'Trending'])
    await expect(main(page).getByRole('link', { name, exact: true })).toBeVisible()
  await main(page).getByRole('textbox', { name: 'Your note' }).fill('x'.repeat(400))
  await expect(main(page).getByText('400/500 characters')).toBeVisible()

  for (const [reader, start, words] of [
    [page, startAsMember, 'Be the first to share a note!'],
    [guest, startAsGuest, 'Sign in to start sharing notes with the community.'],
  ] as const) {
    await reader.unrouteAll()
    await start(reader)
    await answer(reader, '/api/notes', NOTHING)
    await go(reader, '/notes')
    await expect(main(reader).getByRole('heading', { name: 'No notes yet' })).toBeVisible()
    await expect(main(reader).getByText(words, { exact: true })).toBeVisible()
  }

  await guest.unrouteAll()
  await startAsGuest(guest)
  await answer(guest, '/api/notes', 500)
  await go(guest, '/notes')
  await expect(main(guest).getByText('The notes could not be loaded')).toBeVisible()
})

test('/messages: on their way, failed, not begun, and begun from where one was', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('talker')
  const { page: bo, member: bos } = await newMember('bo')
  const { username } = await (await page.request.get('/api/me')).json().then(({ user }) => user)
  const wrote = await bo.request.post(`/api/conversations/${username}/messages`, {
    data: { content: 'Hello' },
    headers: CSRF,
  })
  expect(wrote.status()).toBe(201)

  const release = await hold(page, '/api/conversations')
  await page.goto('/messages')
  await expect(main(page).getByRole('list', { name: 'Loading conversations' })).toBeVisible()
  release()
  await expect(main(page).getByRole('link', { name: bos.username })).toBeVisible()

  await answer(page, '/api/conversations', 500)
  await answer(page, /^\/api\/conversations\/[^/]+(\/messages)?$/, 500)
  await page.goto(`/messages?with=${bos.username}`)
  await expect(toast(page, 'Failed to load conversations')).toBeVisible()
  await expect(toast(page, 'Failed to load messages')).toBeVisible()
  await expect(main(page).getByText('Your conversations could not be loaded')).toBeVisible()
  await expect(main(page).getByText('These messages could not be loaded')).toBeVisible()

  await page.goto(`/messages?start=${bos.username}`)
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(toast(page, 'Failed to start conversation')).toBeVisible()
  await expect(page).toHaveURL('/messages')
  await page.unrouteAll()

  await answer(page, '/api/profiles', 500)
  await page.goto('/messages')
  await page.getByRole('button', { name: 'New message' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('somebody')
  await expect(toast(page, 'Search error')).toBeVisible()
  await expect(toast(page, 'Failed to search profiles')).toBeVisible()

  // Simulates a link that passes the recipient in `history.state`.
  await page.goto('/messages')
  await page.evaluate(
    (username) => history.replaceState({ ...history.state, user: { username } }, ''),
    bos.username,
  )
  await page.reload()
  await expect(page.getByRole('textbox', { name: `Message to ${bos.username}` })).toBeVisible()
})

test('/profile/{username}: on its way, with its roles, and with nothing in it', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { member } = await newMember('roled')
  await sql(
    `insert into user_roles (user_id, role) select id, unnest('{editor,moderator,admin}'::text[])
     from profiles where username = $1`,
    [member.username],
  )
  await startAsGuest(guest)
  const release = await hold(guest, `/api/profiles/${member.username}`)
  await go(guest, `/profile/${member.username}`)
  await expect(main(guest).getByRole('list', { name: 'Loading profile' })).toBeVisible()
  release()
  await expect(main(guest).getByRole('heading', { level: 1, name: member.username })).toBeVisible()
  const hue = async (role: string) => {
    const color = await main(guest)
      .getByText(role, { exact: true })
      .evaluate((badge) => getComputedStyle(badge).color)
    return Number(/oklch\([\d.%]+ [\d.]+ ([\d.]+)/.exec(color)?.[1])
  }
  expect(await hue('editor'), 'purple').toBeCloseTo(300, -1)
  expect(await hue('moderator'), 'blue').toBeCloseTo(245, -1)
  expect(await hue('admin'), 'red').toBeCloseTo(25, -1)
  for (const [tab, nothing] of [
    ['Posts', 'No posts yet'],
    ['Comments', 'No comments yet'],
    ['Notes', 'No notes yet'],
  ] as const) {
    await main(guest)
      .getByRole('link', { name: `${tab} 0`, exact: true })
      .click()
    await expect(main(guest).getByRole('heading', { name: nothing })).toBeVisible()
  }
})

test('/profile/{username} shows the first 300 characters of a post', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page, member } = await newMember('lengthy')
  const words = 'What was said at some length, and then some more. '.repeat(10)
  const post = { data: { title: 'At length', content: `<p>${words}</p>` }, headers: CSRF }
  expect((await page.request.post('/api/posts', post)).status()).toBe(201)
  await page.goto(`/profile/${member.username}`)
  await expect(main(page).getByText(`${words.slice(0, 300).trimEnd()}…`, { exact: true })).toBeVisible()
})

test('/edit-profile: on its way, wrong, being saved, and a picture that stays', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('editing')
  await startAsMember(page)
  const release = await hold(page, '/api/me')
  await go(page, '/edit-profile')
  await expect(main(page).getByRole('status', { name: 'Loading your profile' })).toBeVisible()
  release()
  await expect(main(page).getByText('Click on your avatar to upload a new profile picture')).toBeVisible()
  for (const label of ['Username', 'Full Name', 'Bio', 'Location', 'Website'])
    await expect(page.getByLabel(label)).toBeVisible()
  await expect(main(page).getByText('0/500 characters')).toBeVisible()

  await page.getByLabel('Website').fill('ftp://example.org')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(main(page).getByText('Invalid URL format')).toBeVisible()
  await page.getByLabel('Website').fill('https://example.org')
  const save = await hold(page, '/api/me')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  save()
  await expect(toast(page, 'Profile updated successfully!')).toBeVisible()

  const picture = {
    data: Buffer.from('R0lGODlhAQABAIAAANwUFAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
    headers: { ...CSRF, 'content-type': 'image/gif' },
  }
  expect((await page.request.put('/api/me/avatar', picture)).ok()).toBe(true)
  await page.goto('/edit-profile')
  await answer(page, '/api/me/avatar', 500)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(toast(page, 'Failed to remove profile picture')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
})

test('/user-management: on its way, and a role that could not be changed', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member: editor } = await newMember('editor')
  const { member } = await newMember('rising')
  await sql("insert into user_roles (user_id, role) select id, 'editor' from profiles where username = $1", [
    editor.username,
  ])
  const release = await hold(page, '/api/users')
  await page.goto('/user-management')
  await expect(main(page).getByRole('list', { name: 'Loading users' })).toBeVisible()
  release()
  await page.getByPlaceholder('Search users...').fill(member.username)
  const row = page.getByRole('listitem').filter({ hasText: `@${member.username}` })
  await row.getByRole('button', { name: 'Make Moderator' }).click()
  await page.route('**/roles/moderator', (route) => route.abort())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make Moderator' }).click()
  await expect(toast(page, 'Failed to update role')).toBeVisible()
  await expect(row).toContainText('user')
})

test('/thinkers: four on their way, and none', { tag: '@all' }, async ({ page }) => {
  await startAsGuest(page)
  const release = await hold(page, '/api/thinkers')
  await go(page, '/thinkers')
  const skeleton = main(page).getByRole('status', { name: 'Loading thinkers' })
  await expect(skeleton).toBeVisible()
  await expect(skeleton.locator('> *')).toHaveCount(4)
  release(NOTHING)
  await expect(main(page).getByRole('heading', { name: 'No featured thinkers yet' })).toBeVisible()
  await expect(main(page).getByText('Coming soon')).toBeVisible()
})

test('/best-of and /community: on their way, none, failed', { tag: '@all' }, async ({ page }) => {
  await startAsGuest(page)
  const best = await hold(page, '/api/posts/best')
  await go(page, '/best-of')
  await expect(main(page).getByRole('list', { name: 'Loading posts' })).toBeVisible()
  best(NOTHING)
  await expect(main(page).getByRole('heading', { name: 'No content available yet' })).toBeVisible()

  await answer(page, '/api/events', NOTHING)
  await answer(page, '/api/community', 500)
  await go(page, '/community')
  await expect(main(page).getByText('The members could not be loaded')).toBeVisible()
  await expect(main(page).getByText('No events are scheduled.')).toBeVisible()
  await page.unrouteAll()
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(main(page).getByRole('heading', { name: 'Newest members' })).toBeVisible()
})

test('/resources and /events: on their way, none, failed', { tag: '@all' }, async ({ page }) => {
  await startAsGuest(page)
  const resources = await hold(page, '/api/resources')
  const thinkers = await hold(page, '/api/thinkers')
  await go(page, '/resources')
  for (const name of ['Loading books', 'Loading blogs', 'Loading thinkers'])
    await expect(main(page).getByRole('list', { name })).toBeVisible()
  resources(NOTHING)
  thinkers(NOTHING)
  for (const [region, nothing] of [
    ['Recommended Reading', 'No books yet'],
    ['Blogs', 'No blogs yet'],
    ['Leading Transhumanists', 'No featured thinkers yet'],
  ] as const)
    await expect(
      main(page).getByRole('region', { name: region }).getByRole('heading', { name: nothing }),
    ).toBeVisible()
  const events = await hold(page, '/api/events')
  await go(page, '/events')
  await expect(main(page).getByRole('list', { name: 'Loading events' }).first()).toBeVisible()
  events(NOTHING)
  await expect(main(page).getByRole('heading', { name: 'No events are scheduled.' })).toBeVisible()

  await page.unrouteAll()
  await startAsGuest(page)
  await answer(page, /^\/api\/(resources|events)$/, 500)
  await go(page, '/events')
  await expect(main(page).getByText('The events could not be loaded').first()).toBeVisible()
  await go(page, '/resources')
  for (const failure of ['The books could not be loaded', 'The blogs could not be loaded'])
    await expect(main(page).getByText(failure)).toBeVisible()
  await page.unrouteAll()
  await main(page).getByRole('button', { name: 'Try again' }).first().click()
  const books = main(page).getByRole('region', { name: 'Recommended Reading' }).getByRole('listitem')
  await expect(books).not.toHaveCount(0)
})
