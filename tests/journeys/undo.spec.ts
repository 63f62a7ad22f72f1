import type { Page } from '@playwright/test'
import { postHref } from '../../src/shared/branding/item-address.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { deletions, toast } from './states.ts'

test.use({ expected: [/Failed to load resource/] })

const TEN_SECONDS = 10_000

const comments = (page: Page) => page.getByRole('article', { name: /^Comment by/ })
const heading = (page: Page, text: string) => page.getByRole('heading', { name: text })

async function askToDelete(page: Page, place: ReturnType<Page['locator']>): Promise<void> {
  await place.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(deletions(page).first()).toBeVisible()
}

/** Returns a list that collects the paths of all DELETE requests. */
function countDeletions(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') sent.push(new URL(request.url()).pathname)
  })
  return sent
}

async function discuss(page: Page, ...words: string[]): Promise<string> {
  const post = await create(page, 'posts', { title: `Discussed ${Date.now()}`, content: '<p>Words.</p>' })
  for (const content of words) await create(page, `posts/${post}/comments`, { content })
  return post
}

test('a comment that is deleted can be brought back for ten seconds, and nobody else has noticed', async ({
  newMember,
  request,
}) => {
  const { page } = await newMember('hasty')
  const post = await discuss(page, 'To stay.', 'To stay, too.', 'To go and come.')
  await page.clock.install()
  await page.goto(`/post/${post}`)
  const sent = countDeletions(page)
  const gone = comments(page).filter({ hasText: 'To go and come.' })
  await askToDelete(page, gone)
  await expect(toast(page, 'Comment deleted')).toBeVisible()
  await expect(gone).toHaveCount(0)
  await expect(heading(page, '2 comments')).toBeVisible()
  // The deletion is not sent yet. Refetching the list must not bring the comment back.
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL(/newest/)
  await expect(comments(page)).toHaveCount(2)
  await page.clock.runFor(TEN_SECONDS - 2000)
  await deletions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(gone).toBeFocused()
  await expect(heading(page, '3 comments')).toBeVisible()
  await expect(deletions(page)).toHaveCount(0)
  await page.clock.runFor(TEN_SECONDS)
  expect(sent).toEqual([])
  expect(await (await request.get(`/post/${post}`)).text()).toContain('To go and come.')

  await askToDelete(page, gone)
  const isSent = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.clock.runFor(TEN_SECONDS)
  expect((await isSent).ok()).toBe(true)
  await expect(deletions(page)).toHaveCount(0)
  await expect(comments(page)).toHaveCount(2)
  expect(await (await request.get(`/post/${post}`)).text()).not.toContain('To go and come.')
})

test('the way to Undo leads over F6, and the time stands still there', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('keys')
  const post = await discuss(page, 'By keyboard.')
  await page.clock.install()
  await page.goto(`/post/${post}`)
  const sent = countDeletions(page)
  await askToDelete(page, comments(page))
  await expect(heading(page, '0 comments')).toBeFocused()
  const undo = deletions(page).getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await page.keyboard.press('F6')
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('Tab')
    if (await undo.evaluate((button) => button === document.activeElement)) break
  }
  await expect(undo).toBeFocused()
  await page.clock.runFor(3 * TEN_SECONDS)
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(comments(page)).toBeFocused()
  await expect(heading(page, '1 comment')).toBeVisible()
  expect(sent).toEqual([])
})

test('a post that is deleted leads to the forum, and back', { tag: '@all' }, async ({
  newMember,
  request,
}) => {
  const { page } = await newMember('author')
  const title = `Taken back ${Date.now()}`
  const post = await create(page, 'posts', { title, content: '<p>Words.</p>' })
  await page.goto('/forum')
  const card = page.getByRole('link', { name: title, exact: true })
  await card.click()
  await askToDelete(page, page.locator('.post'))
  await expect(page).toHaveURL(/\/forum$/)
  await expect(toast(page, 'Post deleted')).toBeVisible()
  await expect(page.locator('.post-card').first()).toBeVisible()
  await expect(card).toHaveCount(0)
  expect((await request.get(`/post/${post}`)).status()).toBe(200)
  await deletions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(postHref({ id: post, title }))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Forum' }).click()
  await expect(card).toBeVisible()
})

test('a note and a reply are each brought back by themselves, on a phone one after the other', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('phone')
  await page.setViewportSize({ width: 390, height: 844 })
  const words = ['A first note', 'A second note', 'A third note'].map((each) => `${each} ${Date.now()}`)
  for (const content of words) await create(page, 'notes', { content })
  await page.clock.install()
  await page.goto('/notes')
  const sent = countDeletions(page)
  const note = (text: string | undefined) => page.getByRole('article').filter({ hasText: text ?? '' })
  for (const text of words) await askToDelete(page, note(text))
  for (const text of words) await expect(note(text)).toHaveCount(0)
  await expect(deletions(page)).toHaveCount(1)
  // Advances the clock in small steps until the first deletion is sent. Its timer started before the others.
  while (sent.length === 0) await page.clock.runFor(250)
  // The second toast appears only now, with its full time of ten seconds, so it remains.
  await page.clock.runFor(TEN_SECONDS - 2000)
  await expect(deletions(page)).toHaveCount(1)
  await deletions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(note(words[1])).toBeVisible()
  await page.clock.runFor(500)
  await expect(deletions(page)).toHaveCount(1)
  await deletions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(note(words[2])).toBeVisible()
  await expect(note(words[0])).toHaveCount(0)
  expect(sent).toHaveLength(1)
})

test('the page of a note is left with it, and come back to; its replies are counted', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('thread')
  const id = await create(page, 'notes', { content: 'Above all.' })
  await create(page, 'notes', { content: 'Below it.', parent_id: id })
  await page.goto(`/notes/${id}`)
  const [note, reply] = ['Above all.', 'Below it.'].map((text) =>
    page.getByRole('article').filter({ hasText: text }),
  )
  if (!note || !reply) throw new Error('unreachable')
  await askToDelete(page, reply)
  await expect(heading(page, '0 replies')).toBeVisible()
  await deletions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(heading(page, '1 reply')).toBeVisible()
  await askToDelete(page, note)
  await expect(page).toHaveURL(/\/notes$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
  await expect(note).toHaveCount(0)
  await deletions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(`/notes/${id}`)
  await expect(reply).toBeVisible()
})

test('what could not be deleted comes back, and can be tried again', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('refused')
  const post = await discuss(page, 'Stubborn.')
  await page.goto(`/post/${post}`)
  await page.route('**/api/comments/*', (route) => route.fulfill({ status: 500, json: { code: 'X' } }))
  await askToDelete(page, comments(page))
  await expect(comments(page)).toHaveCount(0)
  await deletions(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page, 'Error deleting comment')).toBeVisible()
  await expect(comments(page)).toHaveCount(1)
  await page.unrouteAll()
  const isSent = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Try again' }).click()
  expect((await isSent).ok()).toBe(true)
  await expect(comments(page)).toHaveCount(0)
  await expect(toast(page, 'Comment deleted')).toBeVisible()
})

test('who leaves has meant it: by another page, by closing this one, by signing out', {
  tag: '@all',
}, async ({ newMember, request }) => {
  const { page } = await newMember('leaver')
  const isGone = (id: string) => async () => (await request.get(`/api/notes/${id}`)).status()
  const ids: string[] = []
  for (const content of ['First to leave.', 'Second to leave.', 'Third to leave.'])
    ids.push(await create(page, 'notes', { content }))
  const remove = async (id: string) => {
    await page.goto('/notes')
    await askToDelete(page, page.locator(`#note-${id}`))
    expect(await isGone(id)()).toBe(200)
  }
  const [one = '', other = '', last = ''] = ids
  await remove(one)
  await page.goto('/about')
  await expect.poll(isGone(one)).toBe(404)

  await remove(other)
  const next = await page.context().newPage()
  await page.close({ runBeforeUnload: true })
  await expect.poll(isGone(other)).toBe(404)

  await next.goto('/notes')
  await askToDelete(next, next.locator(`#note-${last}`))
  await next.getByRole('button', { name: 'Account', exact: true }).click()
  await next.getByRole('menuitem', { name: /Sign out/i }).click()
  await expect(next).toHaveURL(/\/auth/)
  expect(await isGone(last)()).toBe(404)
  await expect(deletions(next)).toHaveCount(0)
})
