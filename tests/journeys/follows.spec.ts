import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

/** Publishes a post over the API as the member signed in on `page`. Returns its id. */
async function publish(page: Page, title: string): Promise<string> {
  const data = { title, content: '<p>Something to follow.</p>' }
  const response = await page.request.post('/api/posts', { data, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

async function comment(page: Page, post: string, content: string) {
  const response = await page.request.post(`/api/posts/${post}/comments`, {
    data: { content },
    headers: CSRF,
  })
  expect(response.status()).toBe(201)
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const follow = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Follow', exact: true })
const unfollow = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Unfollow', exact: true })
const followers = (page: Page, count: string) => page.getByRole('link', { name: count })

test('a member follows another, whose bell rings without reload', async ({ newMember }) => {
  const { member: fan, page } = await newMember('fan')
  const { member: star, page: hers } = await newMember('star', '/')
  await expect(bell(hers)).toHaveAccessibleName('Notifications')

  await page.goto(`/profile/${star.username}`)
  await expect(followers(page, '0 followers')).toBeVisible()
  await follow(page).click()
  await expect(unfollow(page)).toBeVisible()
  await expect(page.getByText('Following user').first()).toBeVisible()
  await expect(followers(page, '1 follower')).toBeVisible()

  await expect(bell(hers)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(hers).click()
  const news = panel(hers).getByRole('link', { name: `${fan.username} started following you` })
  await expect(news).toContainText('Unread')
  await news.click()
  await expect(hers).toHaveURL(`/profile/${fan.username}`)
  await expect(bell(hers)).toHaveAccessibleName('Notifications')

  await page.reload()
  await expect(unfollow(page)).toBeVisible()
  await followers(page, '1 follower').click()
  await expect(page.getByRole('heading', { name: `Followers of ${star.username}` })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toContainText([`@${fan.username}`])
  await page.getByRole('link', { name: 'Following (0)' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody yet' })).toBeVisible()
})

test('a follow that is undone unread leaves no trace', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('hasty')
  const { member: star, page: hers } = await newMember('star', '/')
  await page.goto(`/profile/${star.username}`)
  await follow(page).click()
  await expect(bell(hers)).toHaveAccessibleName('Notifications, 1 unread')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Unfollowed user').first()).toBeVisible()
  await expect(follow(page)).toBeVisible()
  await expect(followers(page, '0 followers')).toBeVisible()
  await expect(bell(hers)).toHaveAccessibleName('Notifications')
})

test('whom one follows appears in the feed, without reload', async ({ newMember }) => {
  const { page } = await newMember('reader', '/')
  const { member: writer, page: hers } = await newMember('writer')
  const title = `On paths ${crypto.randomUUID().slice(0, 8)}`
  await publish(hers, title)
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  const feed = page.getByRole('region', { name: 'Activity' })
  await expect(feed.getByText('No activity yet.')).toBeVisible()
  await page.goto(`/profile/${writer.username}`)
  await follow(page).click()
  await expect(unfollow(page)).toBeEnabled()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(feed.getByRole('listitem').filter({ hasText: title })).toContainText(
    `${writer.username} published`,
  )
  await expect(feed.getByText('You followed')).toHaveCount(0)
  await feed.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
})

test('a guest who wants to follow is asked to sign in, and reads who follows whom without script', {
  tag: '@all',
}, async ({ newMember, page: guest, browser }) => {
  const { member: fan, page } = await newMember('fan')
  const { member: star } = await newMember('star')
  await page.request.put(`/api/profiles/${star.username}/follow`, { headers: CSRF })
  await guest.goto(`/profile/${star.username}`)
  await follow(guest).click()
  await expect(guest.getByText('Sign in required').first()).toBeVisible()
  await expect(guest.getByText('Please sign in to follow users').first()).toBeVisible()

  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`/profile/${star.username}/followers`)
  await expect(plain).toHaveTitle(new RegExp(`^Followers of ${star.username} \\| `))
  await plain.getByRole('main').getByRole('link', { name: fan.username }).click()
  await plain.getByRole('link', { name: '1 following' }).click()
  await expect(plain.getByRole('heading', { level: 2 })).toContainText([`@${star.username}`])
  expect((await plain.goto('/profile/nobody-at-all/following'))?.status()).toBe(404)
  await context.close()
})

test('all notifications are on a page of their own', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page, member } = await newMember('author')
  const { page: other } = await newMember('talker')
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()

  const title = `Much discussed ${crypto.randomUUID().slice(0, 8)}`
  // On a post each, because comments on the same post are one notification.
  const { rows: posts } = await sql(
    `insert into posts (title, content, content_text, author_id)
     select $1 || ' ' || n, '<p>Words.</p>', 'Words.', p.id
     from profiles p, generate_series(1, 22) as n where p.username = $2 returning id`,
    [title, member.username],
  )
  for (const [i, { id }] of posts.entries()) await comment(other, id, `Remark ${i + 1}`)
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: ' commented on ' })
  await expect(bell(page)).toHaveAccessibleName('Notifications, 22 unread')
  await expect(page.getByRole('complementary', { name: 'Around the forum' })).toContainText('People')
  await expect(rows).toHaveCount(20)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(22)

  await expect(rows.nth(1)).toContainText('Unread: ')
  await rows.nth(1).getByRole('button', { name: 'Mark read' }).click()
  await expect(rows.nth(1)).not.toContainText('Unread')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 21 unread')
  await page.getByRole('link', { name: 'Unread', exact: true }).click()
  await expect(rows.first()).toContainText('Remark 22')
  await expect(rows.nth(1)).toContainText('Remark 20')
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/post/${posts[21]?.id}/[^/]+#comment-`))
  await expect(page.getByText('Remark 22')).toBeInViewport()

  await bell(page).click()
  await panel(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await panel(page).getByRole('link', { name: 'See all' }).click()
  await expect(panel(page)).toBeHidden()
  await page.getByRole('link', { name: 'Unread', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nothing unread' })).toBeVisible()
})

test('what is read in one tab is read in the other', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('author', '/')
  const { page: other } = await newMember('talker')
  const tab = await page.context().newPage()
  await tab.goto('/')
  const post = await publish(page, `Read twice ${crypto.randomUUID().slice(0, 8)}`)
  await comment(other, post, 'One remark')
  await expect(bell(tab)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(page).click()
  await panel(page).getByRole('button', { name: 'Mark all read' }).click()
  await expect(bell(tab)).toHaveAccessibleName('Notifications')
  await tab.close()
})

test('a comment that is told while its discussion is open is brought to view', async ({ newMember }) => {
  const { page } = await newMember('author')
  const { page: other } = await newMember('talker')
  const post = await publish(page, `Open discussion ${crypto.randomUUID().slice(0, 8)}`)
  await page.goto(`/post/${post}`)
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
  await comment(other, post, 'Said just now')
  await bell(page).click()
  await panel(page).getByRole('link', { name: 'Said just now' }).click()
  await expect(page.getByRole('main').getByText('Said just now')).toBeInViewport()
})

test('a guest who wants notifications signs in first', { tag: '@all' }, async ({ page }) => {
  await page.goto('/notifications')
  await expect(page).toHaveURL('/auth?redirect=%2Fnotifications')
})

test.describe('when the server fails', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('a follow goes back to what it was, and notifications say so', { tag: '@all' }, async ({
    newMember,
  }) => {
    const { page } = await newMember('unlucky')
    const { member: star } = await newMember('star')
    await page.route('**/follow', (route) => route.fulfill({ status: 500, json: { code: 'X' } }))
    await page.goto(`/profile/${star.username}`)
    await follow(page).click()
    await expect(page.getByText('Could not update follow status').first()).toBeVisible()
    await expect(follow(page)).toBeEnabled()
    await expect(followers(page, '0 followers')).toBeVisible()

    await page.route('**/api/notifications*', (route) => route.abort())
    await page.goto('/notifications')
    await expect(page.getByRole('main').getByText('Notifications could not be loaded')).toBeVisible()
    await page.unroute('**/api/notifications*')
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  })
})
