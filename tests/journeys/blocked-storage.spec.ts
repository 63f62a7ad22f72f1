import type { Page } from '@playwright/test'
import { holdBack } from './hands.ts'
import { expect, type Member, test } from './journey.ts'
import { makeLongPages } from './long-pages.ts'

/** Makes storage throw the same errors as in Chromium when site data is blocked. Runs in the page. */
function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException(`Failed to read the '${name}' property from 'Window'`, 'SecurityError')
      },
    })
  navigator.locks.request = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
}

async function signIn(page: Page, { email, password }: Member) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('who forbids the forum to store anything reads, signs in and writes', { tag: '@all' }, async ({
  page,
  newMember,
  sql,
}) => {
  const { member } = await newMember('private')
  const { post } = await makeLongPages(sql, member)
  await page.addInitScript(blockStorage)
  await page.goto(post)
  await page.getByRole('button', { name: 'Theme: dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await signIn(page, member)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')

  // Without storage, the page must ask the server who is signed in. It must not lose a click meanwhile.
  const release = await holdBack(page, /\/assets\/application-|\/api\/me$/)
  await page.goto(post)
  const comment = page.getByRole('article').filter({ hasText: 'Comment 7 ' }).last()
  await comment.getByRole('button', { name: 'Reply' }).click()
  release()
  await expect(page.getByLabel('Your reply')).toBeFocused()
  await page.keyboard.type('no, never stored')
  await expect(page.getByLabel('Your reply')).toHaveValue('no, never stored')
  await page.keyboard.press('Escape')
  await comment.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByLabel('Your reply')).toHaveValue('no, never stored')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('article').filter({ hasText: 'no, never stored' }).last()).toBeVisible()

  await page.getByRole('banner').getByRole('link', { name: 'Create Post' }).click()
  await page.getByLabel('Title').fill('Written without a trace')
  await page.getByLabel('Content').fill('It came all the same.')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByRole('link', { name: 'Written without a trace' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
})

test('who forbids cookies as well reads, and is told why signing in does not last', { tag: '@all' }, async ({
  page,
  newMember,
  sql,
}) => {
  const { member } = await newMember('private')
  const { post } = await makeLongPages(sql, member)
  await page.addInitScript(blockStorage)
  await page.route('**/api/auth/**', async (route) => {
    const response = await route.fetch()
    // Removes cookies, as in a browser that does not accept them.
    await page.context().clearCookies()
    const { 'set-cookie': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto(post)
  await expect(page.getByText('Comment 7 has words of its own.')).toBeVisible()
  await signIn(page, member)
  await expect(page.getByText('Your browser didn’t save the session. Allow cookies')).toBeVisible()
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Posts')
})
