import type { Page } from '@playwright/test'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'

test.use({ expected: [/Failed to load resource/] })

const drafts = (page: Page) => page.getByRole('list', { name: 'Drafts' }).getByRole('listitem')
const title = (page: Page) => page.getByLabel('Title')

async function begin(page: Page, words: string) {
  await page.goto('/forum')
  await page.getByRole('link', { name: 'Create Post' }).first().click()
  await expect(title(page)).toHaveValue('')
  await title(page).fill(words)
  await expect(page).toHaveURL(/\/create-post-rich\?draft=/)
}

test('several posts are begun, go on from the list, and one is deleted and brought back', async ({
  newMember,
}) => {
  const { page } = await newMember('beginner')
  await begin(page, 'First of all')
  await expect(page.getByRole('link', { name: 'your drafts' })).toHaveCount(0)
  await begin(page, 'And another thing')
  await expect(page.getByText('You have another unfinished post among your drafts.')).toBeVisible()
  await page.reload()
  await expect(title(page)).toHaveValue('And another thing')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Drafts' }).click()
  await expect(page.getByRole('heading', { name: 'Your Drafts' })).toBeVisible()
  await expect(drafts(page)).toContainText(['And another thing', 'First of all'])

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Delete And another thing' }).click()
  await expect(drafts(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(drafts(page)).toHaveCount(2)
  await page.context().setOffline(false)

  await drafts(page).filter({ hasText: 'First of all' }).getByRole('link', { name: 'Continue' }).click()
  await expect(title(page)).toHaveValue('First of all')
  await page.getByRole('link', { name: 'Create Post' }).first().click()
  await expect(title(page)).toHaveValue('')
})

test('a comment that was left half-written leads back to its post, for its member alone', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('commenter')
  const { page: other } = await newMember('neighbour', '/')
  const id = await create(page, 'posts', { title: 'To be answered', content: '<p>Well?</p>' })
  await page.goto(`/post/${id}`)
  const composer = page.getByRole('textbox', { name: /comment/i }).first()
  await composer.click()
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeVisible()
  await composer.fill('Half a thought')
  await page.goto('/drafts')
  await expect(drafts(page)).toContainText(['Half a thought'])
  await expect(drafts(page).getByRole('link', { name: 'View post' })).toHaveAttribute('href', `/post/${id}`)
  const stored = await page.evaluate(() =>
    Object.entries(localStorage).filter(([name]) => name.startsWith('draft:')),
  )
  await other.evaluate((stored) => {
    for (const [name, text] of stored) localStorage.setItem(name, text)
  }, stored)
  await other.goto('/drafts')
  await expect(other.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await drafts(page).getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Half a thought')).toBeVisible()
})

test('two tabs with the same post keep both drafts, and offer each other theirs', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('commenter')
  const id = await create(page, 'posts', { title: 'Read twice', content: '<p>Well?</p>' })
  const other = await page.context().newPage()
  const field = (tab: Page) => tab.getByRole('textbox', { name: /comment/i }).first()
  const send = (tab: Page) => tab.getByRole('button', { name: 'Comment', exact: true })
  for (const [tab, words] of [
    [page, 'From the first tab'],
    [other, 'From the second tab'],
  ] as const) {
    await tab.bringToFront()
    await tab.goto(`/post/${id}`)
    await field(tab).click()
    await expect(send(tab)).toBeVisible()
    await field(tab).fill(words)
    await expect.poll(() => tab.evaluate(() => Object.values(localStorage).join())).toContain(words)
  }
  await expect(other.getByText('Another draft: From the first tab')).toBeVisible()
  await page.bringToFront()
  await field(page).click()
  await expect(page.getByText('Another draft: From the second tab')).toBeVisible()
  await expect(field(page)).toHaveValue('From the first tab')

  await page.reload()
  await expect(field(page)).toHaveValue('From the first tab')
  await other.reload()
  await expect(field(other)).toHaveValue('From the second tab')
  await send(other).click()
  await expect(other.getByRole('article').filter({ hasText: 'From the second tab' })).toBeVisible()
  await page.goto('/drafts')
  await expect(drafts(page)).toHaveCount(1)
  await page.goto(`/post/${id}`)
  await expect(field(page)).toHaveValue('From the first tab')

  // When a tab is closed, the next tab that opens the form takes over its draft.
  await page.close()
  await other.reload()
  await expect(field(other)).toHaveValue('From the first tab')
})
