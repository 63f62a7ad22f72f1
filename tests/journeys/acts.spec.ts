import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'
import { go } from './states.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

/** Publishes a post over the API as the member signed in on `page`. Returns its id. */
async function publish(page: Page, title: string): Promise<string> {
  const data = { title, content: '<p>Something to agree or disagree with.</p>' }
  const response = await page.request.post('/api/posts', { data, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const votes = (page: Page) => page.getByRole('group', { name: 'Vote on this post' })

test('a vote on the page of a post changes the score below its title, in the list and on the home at once', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('scorer')
  const title = unique('To be scored')
  const id = await publish(page, title)
  // Uses the first match, because the member's activity on the home page also shows the title.
  const card = page.locator('[data-list-item]').filter({ hasText: title }).first()
  // Visits the lists, so that the page caches the scores from before the vote.
  await page.goto('/')
  await expect(card).toContainText('0 points')
  await go(page, '/forum')
  await expect(votes(page).first()).toBeVisible()
  await expect(card).toContainText('0 points')
  await go(page, `/post/${id}`)
  const line = page.locator('.post-meta').filter({ has: page.locator('a[href="#comments"]') })
  await expect(line).toContainText('0 points')
  await votes(page).getByRole('button', { name: 'Vote up' }).click()
  await expect(line).toContainText('1 point')
  await go(page, '/forum')
  await expect(card).toContainText('1 point')
  await go(page, '/')
  await expect(card).toContainText('1 point')
})

test('a member votes both ways and back, and everybody sees the score', async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('voter')
  const { page: other } = await newMember('other')
  const id = await publish(page, unique('To be voted on'))
  await page.goto(`/post/${id}`)
  const up = votes(page).getByRole('button', { name: 'Vote up' })
  const down = votes(page).getByRole('button', { name: 'Vote down' })
  await expect(votes(page)).toContainText('0 points')
  await up.click()
  await expect(votes(page)).toContainText('1 point')
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Voted up, 1 point')).toBeAttached()

  await other.goto(`/post/${id}`)
  const counted = other.waitForResponse(/\/vote$/)
  await votes(other).getByRole('button', { name: 'Vote up' }).click()
  await expect(votes(other)).toContainText('2 points')
  await counted
  await guest.goto(`/post/${id}`)
  await expect(votes(guest)).toContainText('2 points')

  await down.focus()
  await page.keyboard.press('Enter')
  await expect(votes(page)).toContainText('0 points')
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await expect(down).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(votes(page)).toContainText('1 point')
  await page.reload()
  await expect(votes(page)).toContainText('1 point')
  await expect(down).toHaveAttribute('aria-pressed', 'false')
})

test('a vote on a list is the same on the page and back on the list', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('voter')
  const title = unique('Voted on in passing')
  await publish(page, title)
  await page.goto('/forum')
  await card(page, title).getByRole('button', { name: 'Vote down' }).click()
  await expect(card(page, title)).toContainText('-1 points')
  await card(page, title).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(votes(page)).toContainText('-1 points')
  await expect(votes(page).getByRole('button', { name: 'Vote down' })).toHaveAttribute('aria-pressed', 'true')
  await page.goBack()
  await expect(card(page, title)).toContainText('-1 points')
})

test('a guest sees scores on lists, and is asked to sign in on the page of a post', async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('author')
  const title = unique('Read by guests')
  const id = await publish(page, title)
  await guest.goto('/forum')
  await expect(card(guest, title)).toContainText('0 points')
  await expect(card(guest, title).getByRole('button')).toHaveCount(0)
  await guest.goto(`/post/${id}`)
  await votes(guest).getByRole('button', { name: 'Vote up' }).click()
  await expect(guest.getByText('Sign in required').first()).toBeVisible()
  await expect(guest.getByText('Please sign in to vote').first()).toBeVisible()
  await expect(guest.getByRole('dialog')).toContainText('Please sign in to vote')
  await guest.keyboard.press('Escape')
  await guest.getByRole('button', { name: 'Bookmark' }).click()
  await expect(guest.getByText('You must be signed in to bookmark posts').first()).toBeVisible()
  await expect(votes(guest)).toContainText('0 points')
})

test('a member keeps posts and finds them again', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('reader')
  await page.goto('/bookmarks')
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Browse Forum' }).click()
  await expect(page).toHaveURL('/forum')

  const [first, second] = [unique('Kept from a card'), unique('Kept from its page')]
  await publish(page, first)
  const id = await publish(page, second)
  await page.goto('/forum')
  await card(page, first).getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByText('Post bookmarked').first()).toBeVisible()
  await page.goto(`/post/${id}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'true')
  // Expects the icons in the column beside a wide post to be aligned, although their labels differ in width.
  const places = await page
    .locator('.post-actions .action .icon')
    .evaluateAll((icons) => icons.map((icon) => Math.round(icon.getBoundingClientRect().x)))
  expect(places).toEqual(places.map(() => places[0]))

  await page.goto('/bookmarks')
  await expect(page.getByRole('listitem').getByRole('heading', { level: 2 })).toHaveText([second, first])
  await expect(page).toHaveTitle(/^Your Bookmarks \| /)
  await expectAccessible(page)
  await card(page, second).getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByText('Bookmark removed').first()).toBeVisible()
  await expect(page.getByRole('listitem').getByRole('heading', { level: 2 })).toHaveText([first])
})

test('a guest who wants bookmarks signs in and is where they wanted to be', async ({
  newMember,
  browser,
}) => {
  const { member } = await newMember('returner')
  const page = await browser.newPage()
  await page.goto('/bookmarks')
  await expect(page).toHaveURL('/auth?redirect=%2Fbookmarks')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your Bookmarks' })).toBeVisible()
  await expect(page).toHaveURL('/bookmarks')
  await page.close()
})

test.describe('when the server fails', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('votes and bookmarks go back to what they were', { tag: '@all' }, async ({ newMember }) => {
    const { page } = await newMember('unlucky')
    const title = unique('Bad weather')
    const id = await publish(page, title)
    await page.route(/\/(vote|bookmark)$/, (route) => route.fulfill({ status: 500, json: { code: 'X' } }))
    await page.goto(`/post/${id}`)
    await votes(page).getByRole('button', { name: 'Vote up' }).click()
    await expect(page.getByText('Error voting').first()).toBeVisible()
    await expect(page.getByText('Please try again later').first()).toBeVisible()
    await expect(votes(page)).toContainText('0 points')
    await expect(votes(page).getByRole('button', { name: 'Vote up' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )
    await page.getByRole('button', { name: 'Bookmark' }).click()
    await expect(page.getByText('Could not update bookmark').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bookmark' })).toHaveAttribute('aria-pressed', 'false')

    await page.goto('/forum')
    await card(page, title).getByRole('button', { name: 'Bookmark' }).click()
    await expect(page.getByText('Failed to update bookmark').first()).toBeVisible()

    await page.route('**/api/bookmarks*', (route) => route.abort())
    await page.goto('/bookmarks')
    await expect(page.getByText('Your bookmarks could not be loaded')).toBeVisible()
    await page.unroute('**/api/bookmarks*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No bookmarks yet')).toBeVisible()
  })
})
