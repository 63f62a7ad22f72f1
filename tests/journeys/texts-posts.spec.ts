import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { answer, deleteForGood, deletions, go, hold, startAsGuest, startAsMember, toast } from './states.ts'

// Tests the texts of the pages about posts in each of their states: loading, empty, failed, loaded.
test.use({ expected: [/Failed to load resource|server sent an unexpected response/] })

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const NOTHING = { items: [], next: null }
const WORDS = 'Each morning there is somebody to greet the new cell, and that somebody was there yesterday. '

/** Publishes a post over the API as the member signed in on `page`. Returns its id. */
async function publish(page: Page, post: { title: string; content: string }): Promise<string> {
  const response = await page.request.post('/api/posts', { data: post, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

const main = (page: Page) => page.getByRole('main')

test('/forum and its lists: on their way, none, failed', { tag: '@all' }, async ({ page }) => {
  const places = ['/forum', '/posts/top', '/posts/latest']
  await startAsGuest(page)
  const release = await hold(page, '/api/posts')
  for (const place of places) {
    await go(page, place)
    await expect(main(page).getByRole('list', { name: 'Loading posts' })).toBeVisible()
  }
  release(NOTHING)
  for (const place of places.toReversed()) {
    await go(page, place)
    await expect(page).toHaveURL(place)
    await expect(main(page).getByRole('heading', { name: 'No posts found' })).toBeVisible()
    if (place !== '/forum') continue
    await expect(main(page).getByText('Write the first post.')).toBeVisible()
    const links = main(page).getByRole('link', { name: 'Create Post' })
    for (const link of await links.all()) await expect(link).toHaveAttribute('href', '/create-post-rich')
  }

  await page.unrouteAll()
  await startAsGuest(page)
  await answer(page, '/api/posts', 500)
  await go(page, '/forum')
  await expect(main(page).getByText('The posts could not be loaded')).toBeVisible()
  await page.unrouteAll()
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
})

test('/forum shows the first 200 characters of a post', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('lengthy')
  const title = `At length ${crypto.randomUUID().slice(0, 8)}`
  await publish(page, { title, content: `<p>${WORDS.repeat(4)}</p>` })
  await page.goto('/forum')
  const preview = `${WORDS.repeat(4).slice(0, 200).trimEnd()}…`
  const card = main(page).getByRole('listitem').filter({ hasText: title })
  await expect(card.getByText(preview, { exact: true })).toBeVisible()
})

test('/post/{id} is on its way, then there, with its head, and shared by the device', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('sharing')
  const title = `Continuity is a habit ${crypto.randomUUID().slice(0, 8)}`
  const id = await publish(page, { title, content: `<p>${WORDS.repeat(4)}</p>` })
  await page.addInitScript(() => {
    const share = async (data: object) => Object.assign(window, { shared: data })
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await startAsMember(page)
  const release = await hold(page, `/api/posts/${id}`)
  await answer(page, `/api/posts/${id}/related`, 500)
  await go(page, `/post/${id}`)
  await expect(main(page).getByRole('status', { name: 'Loading post' })).toBeVisible()
  release()
  await expect(main(page).getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} | The Threshold`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    `${WORDS.repeat(4).slice(0, 160).trimEnd()}…`,
  )
  await expect(page.getByText('Related Discussions')).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Share' }).click()
  await expect
    .poll(() => page.evaluate(() => (window as { shared?: object }).shared))
    .toEqual({
      title,
      text: `Check out this discussion: ${title}`,
      url: page.url(),
    })
  await expect(toast(page, 'Link copied to clipboard')).toHaveCount(0)
})

test('/post/{id} says what could not be saved or deleted, and waits for what is on its way', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('changing')
  const id = await publish(page, { title: 'Changed and deleted', content: '<p>Words.</p>' })
  const comment = { data: { content: 'A first thought.' }, headers: CSRF }
  expect((await page.request.post(`/api/posts/${id}/comments`, comment)).status()).toBe(201)
  await page.goto(`/post/${id}`)
  const votes = page.getByRole('group', { name: 'Vote on this post' })
  const release = await hold(page, `/api/posts/${id}/vote`)
  await votes.getByRole('button', { name: 'Vote up' }).click()
  for (const name of ['Vote up', 'Vote down'])
    await expect(votes.getByRole('button', { name })).toBeDisabled()
  await expect(votes).toContainText('1 point')
  release(500)
  await expect(toast(page, 'Error voting')).toBeVisible()
  await expect(votes).toContainText('0 points')

  const thought = page.getByRole('article').filter({ hasText: 'A first thought.' })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })
  await page.route(/\/api\/(comments|posts)\/[^/]+$/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  )
  await thought.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit your comment' }).fill('A second thought.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Error saving comment')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await thought.getByRole('button', { name: 'Delete' }).click()
  await confirm.click()
  await deletions(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page, 'Error deleting comment')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).first().click()
  await confirm.click()
  await deletions(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page, 'Error deleting post')).toBeVisible()
  await page.getByRole('link', { name: 'Changed and deleted' }).first().click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').fill('Changed and kept')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Error saving post')).toBeVisible()
  await expect(toast(page, 'Failed to save post')).toBeVisible()

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Post updated')).toBeVisible()
  await thought.getByRole('button', { name: 'Delete' }).click()
  await deleteForGood(page)
})

test('/bookmarks are on their way, in the words of the place', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('keeper')
  const release = await hold(page, '/api/bookmarks')
  await page.goto('/bookmarks')
  await expect(main(page).getByRole('heading', { name: 'Your Bookmarks' })).toBeVisible()
  await expect(main(page).getByRole('list', { name: 'Loading your bookmarks' })).toBeVisible()
  release()
  await expect(main(page).getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Browse Forum' })).toHaveAttribute('href', '/forum')
})

test('/concepts and a concept: on their way, none, not there', { tag: '@all' }, async ({ page, request }) => {
  const { items } = await (await request.get('/api/concepts')).json()
  const [concept] = items
  await startAsGuest(page)
  const release = await hold(page, '/api/concepts')
  await go(page, '/concepts')
  await expect(main(page).getByRole('list', { name: 'Loading posts' })).toBeVisible()
  release()
  await expect(main(page).getByRole('heading', { level: 2, name: concept.name })).toBeVisible()

  const releasePosts = await hold(page, '/api/posts')
  await go(page, `/concepts/${concept.id}`)
  await expect(main(page).getByRole('list', { name: 'Loading posts' })).toBeVisible()
  releasePosts(NOTHING)
  await expect(main(page).getByRole('heading', { level: 1, name: concept.name })).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'No posts found for this concept yet' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Create the first post' })).toHaveAttribute(
    'href',
    `/create-post?concept=${concept.id}`,
  )

  await go(page, '/concepts/0199b3c4-7a1e-7c3b-9d2f-0000000000a1')
  await expect(main(page).getByRole('heading', { name: 'Category not found' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'All concepts' })).toBeVisible()

  await page.unrouteAll()
  await startAsGuest(page)
  await answer(page, '/api/concepts', NOTHING)
  await go(page, '/concepts')
  await expect(main(page).getByRole('heading', { name: 'No concepts yet' })).toBeVisible()
})

test('/create-post-rich asks a guest to sign in, and leads on when they have', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto('/create-post-rich')
  await expect(main(page).getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(main(page).getByText('Please sign in to create a post.')).toBeVisible()
  await main(page).getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/auth?redirect=%2Fcreate-post-rich')
})

test('/create-post and /create-post-rich count, do without concepts, and publish', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('writer')
  for (const [path, counter] of [
    ['/create-post', '0/200 characters'],
    ['/create-post-rich', '0/200'],
  ] as const) {
    await startAsMember(page)
    await answer(page, '/api/concepts', 500)
    await go(page, path)
    await expect(toast(page, 'Failed to load categories')).toBeVisible()
    await expect(main(page).getByText('Concepts could not be loaded')).toBeVisible()
    for (const [level, name] of [
      [1, 'Create Post'],
      [2, 'New Discussion'],
    ] as const)
      await expect(main(page).getByRole('heading', { level, name })).toBeVisible()
    await expect(
      main(page).getByText('Share insights on human enhancement, consciousness, AI, and the future of life'),
    ).toBeVisible()
    await expect(main(page).getByText(counter, { exact: true })).toBeVisible()
    for (const name of ['Back to Forum', 'Cancel'])
      await expect(main(page).getByRole('link', { name })).toHaveAttribute('href', '/forum')
    await page.unrouteAll()
  }
  const editor = main(page).getByRole('textbox', { name: 'Content' })
  expect((await editor.locator('..').boundingBox())?.height).toBeGreaterThanOrEqual(400)

  await page.getByLabel('Title').fill('Published with patience')
  await editor.click()
  await page.keyboard.type('Words that wait.')
  const release = await hold(page, '/api/posts')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByRole('button', { name: 'Publishing...' })).toBeDisabled()
  release(500)
  await expect(toast(page, 'Error creating post')).toBeVisible()
  await expect(toast(page, 'Failed to create post')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(toast(page, 'Post created successfully')).toBeVisible()
  await expect(toast(page, 'Your post has been published to the forum.')).toBeVisible()
  await expect(page).toHaveURL('/forum')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expect(page).toHaveURL(/\/post\//)
})
