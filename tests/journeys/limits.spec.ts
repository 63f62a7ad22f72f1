import type { Page } from '@playwright/test'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { endUndo, go, startAsMember, toast } from './states.ts'

test.use({ expected: [/the server responded with a status of (429|503)/] })

const SENTENCE = "You're posting too fast. Try again in 24 hours."

/** Simulated refusal by a rate limit. The shared forum has none, because all tests use one IP address. */
const HASTE = {
  status: 429,
  headers: { 'retry-after': '86400' },
  json: {
    defined: true,
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    message: SENTENCE,
    data: { retry_after: 86400 },
  },
}

/** From now on, refuses matching requests as if a rate limit were exceeded. */
const refuse = (page: Page, path: string | RegExp, method?: string) =>
  page.route(path, (route) =>
    method && route.request().method() !== method ? route.fallback() : route.fulfill(HASTE),
  )

/** Expects a toast with this title, as specified in section 8, and the server's message below it. */
async function expectTold(page: Page, title: string) {
  await expect(toast(page, title).first()).toBeVisible()
  await expect(toast(page, SENTENCE).first()).toBeVisible()
  await expect(toast(page, 'You’re going too fast')).toBeHidden()
  const region = page.getByRole('region', { name: 'What just happened' })
  for (const close of await region.getByRole('button', { name: 'Close' }).all())
    await close.click({ timeout: 1000 }).catch(() => {})
  await expect(toast(page, title)).toBeHidden({ timeout: 10_000 })
}

test('who does too much on a post reads what failed, and when to try again', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page: writer, member: author } = await newMember('writer')
  const { page } = await newMember('hasty')
  const post = await create(writer, 'posts', { title: 'Much voted on', content: '<p>Words.</p>' })
  await create(writer, `posts/${post}/comments`, { content: 'A first thought' })
  await refuse(page, /\/api\/.*(vote|bookmark|comments|follow)/, 'PUT')
  await refuse(page, /\/api\/.*(comments|follow)/, 'POST')
  await page.goto(`/post/${post}`)
  const up = page.getByRole('button', { name: 'Vote up' }).first()
  await up.click()
  await expectTold(page, 'Error voting')
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await page
    .getByRole('button', { name: /^Bookmark/ })
    .first()
    .click()
  await expectTold(page, 'Error')
  const field = page.getByRole('textbox', { name: 'Your comment' })
  await field.fill('A second thought')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expectTold(page, 'Error posting comment')
  await expect(field).toHaveValue('A second thought')
  await page
    .getByRole('button', { name: /^Reply/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Your reply/ }).fill('A hasty answer')
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click()
  await expectTold(page, 'Error posting reply')
  await page.goto(`/profile/${author.username}`)
  await page
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  await expectTold(page, 'Could not update follow status')
})

test('who does too much elsewhere reads what failed, and when to try again', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('hasty')
  const { member: other } = await newMember('other')
  await sql("insert into user_roles (user_id, role) select id, 'editor' from profiles where username = $1", [
    member.username,
  ])
  const note = await create(page, 'notes', { content: 'A note to delete' })
  await page.goto(`/notes/${note}`)
  await refuse(page, '**/api/notes/*', 'DELETE')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await endUndo(page)
  await expectTold(page, 'Failed to delete note. Please try again.')
  await page.goto('/notes')
  await refuse(page, '**/api/notes', 'POST')
  await page.getByRole('textbox', { name: 'Your note' }).fill('Another note')
  await page.getByRole('button', { name: 'Post Note' }).click()
  await expectTold(page, 'Failed to post note. Please try again.')

  await page.goto(`/messages?start=${other.username}`)
  await refuse(page, '**/api/conversations/*/messages', 'POST')
  await page.getByRole('textbox', { name: /^Message to/ }).fill('Hello')
  await page.keyboard.press('Enter')
  await expectTold(page, 'Failed to send message')
  await refuse(page, /\/api\/conversations(\?|$)/)
  await page.goto('/messages')
  await expectTold(page, 'Failed to load conversations')
  await refuse(page, /\/api\/conversations\/[^/]+$/)
  await page.goto(`/messages?start=${other.username}`)
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(toast(page, SENTENCE).first()).toBeVisible()
  await page.unrouteAll()
  await refuse(page, '**/api/profiles?*')
  await page.goto('/messages')
  await page.getByRole('button', { name: 'New message' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('somebody')
  await expectTold(page, 'Search error')

  await page.unrouteAll()
  await refuse(page, '**/api/me', 'PATCH')
  await page.goto('/edit-profile')
  await page.getByLabel('Location').fill('Elsewhere')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectTold(page, 'Error')
  await startAsMember(page)
  await refuse(page, '**/api/concepts')
  await go(page, '/create-post')
  await expectTold(page, 'Failed to load categories')

  await page.goto('/user-management')
  await page.getByPlaceholder('Search users...').fill(other.username)
  const row = page.getByRole('listitem').filter({ hasText: `@${other.username}` })
  await row.getByRole('button', { name: 'Make Moderator' }).click()
  await refuse(page, '**/roles/moderator')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make Moderator' }).click()
  await expect(toast(page, SENTENCE).first()).toBeVisible()
  await refuse(page, /\/api\/users(\?|$)/)
  await page.reload()
  await expectTold(page, 'Failed to load users')
})

test('who writes too fast is told when to try again, and keeps what they wrote', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('hasty')
  await page.goto('/create-post')
  await page.getByLabel('Title').fill('One more thought')
  await page.getByLabel('Content').fill('And then another one, at once.')
  await page.route('**/api/posts', (route) => route.fulfill(HASTE))
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expectTold(page, 'Error creating post')
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('One more thought')
  await expect(page.getByLabel('Content')).toHaveValue('And then another one, at once.')
  await page.unroute('**/api/posts')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByRole('heading', { name: 'One more thought' })).toBeVisible()
})

test('who tries to sign in too often is told when', { tag: '@all' }, async ({ page }) => {
  await page.goto('/auth')
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill(HASTE))
  await page.getByLabel('Email').fill('somebody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('guessed again')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toast(page, 'Error')).toBeVisible()
  await expect(toast(page, SENTENCE)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.org')
})

test('who signs in while too many do is told when to try again, and types nothing anew', {
  tag: '@all',
}, async ({ page }) => {
  const message = 'Too many people are signing in right now. Try again in 5 seconds.'
  await page.goto('/auth')
  await page.route('**/api/auth/sign-in/email', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { code: 'SERVICE_UNAVAILABLE', message, data: { retry_after: 5 } },
    }),
  )
  await page.getByLabel('Email').fill('somebody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('the right one')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('tabpanel').getByText(message)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.org')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('the right one')
})
