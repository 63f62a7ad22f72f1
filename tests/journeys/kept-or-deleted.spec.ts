import type { Page } from '@playwright/test'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

// Tests what happens to drafts on the device when a member signs out, or when the browser loses its storage.

const box = (page: Page) => page.getByRole('textbox', { name: 'Your comment' })
const storedDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft:')).length)

async function write(page: Page) {
  const id = await create(page, 'posts', { title: 'To be answered', content: '<p>Well?</p>' })
  await page.goto(`/post/${id}`)
  await box(page).fill('Half a thought')
  await expect.poll(() => storedDrafts(page)).toBe(1)
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

for (const [answer, left] of [
  ['Keep and sign out', 1],
  ['Delete and sign out', 0],
] as const)
  test(`signing out with a draft asks: ${answer}`, async ({ newMember }) => {
    const { page } = await newMember('leaver')
    await write(page)
    await signOut(page)
    const dialog = page.getByRole('dialog', { name: 'Keep your drafts on this device?' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
    await signOut(page)
    await dialog.getByRole('button', { name: answer }).click()
    await expect(toast(page, 'Signed out successfully')).toBeVisible()
    await expect(page).toHaveURL('/auth')
    await expect.poll(() => storedDrafts(page)).toBe(left)
  })

test('a session that ends by itself says that the text is kept', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('sleeper')
  await write(page)
  await page.context().clearCookies()
  await page.evaluate(() => dispatchEvent(new Event('session-ended')))
  await expect(toast(page, 'Your session has ended')).toBeVisible()
})

test('with cookies but without storage a page is the member’s, and nobody has to touch it', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('cleaner', '/')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/forum')
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
})
