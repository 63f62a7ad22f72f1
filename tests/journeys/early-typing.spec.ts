import { create } from './fixtures.ts'
import { holdBack } from './hands.ts'
import { expect, test } from './journey.ts'
import { makeLongPages } from './long-pages.ts'

/** Text with the keys of shortcuts: n opens another page, / opens the search, j and k move between items. */
const WORDS = 'no, never / just kidding?'

const APPLICATION = /\/assets\/application-/

test('a member writes a comment before the application is there', async ({ newMember }) => {
  const { page } = await newMember('quick')
  const post = await create(page, 'posts', { title: 'Answered at once', content: '<p>Words.</p>' })
  const box = page.getByRole('textbox', { name: 'Your comment' })
  const release = await holdBack(page, APPLICATION)
  await page.goto(`/post/${post}`)
  await box.click()
  await page.keyboard.type(WORDS)
  release()
  await expect(page.getByRole('button', { name: 'Comment', exact: true })).toBeEnabled()
  await expect(box).toBeFocused()
  await page.keyboard.type(' More.')
  await expect(box).toHaveValue(`${WORDS} More.`)
  await page.reload()
  await expect(box).toHaveValue(`${WORDS} More.`)
})

test('a comment is a draft for who leaves at once', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('leaver')
  const post = await create(page, 'posts', { title: 'Left at once', content: '<p>Words.</p>' })
  const box = page.getByRole('textbox', { name: 'Your comment' })
  await page.goto(`/post/${post}`)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await box.click()
  await page.keyboard.type('By a link.')
  await page.getByRole('link', { name: 'Back to Forum' }).click()
  await expect(page).toHaveURL(/\/forum$/)
  await page.goto(`/post/${post}`)
  await expect(page.getByText('Draft restored')).toBeVisible()
  await box.press('End')
  await page.keyboard.type(' By another page.')
  await page.goto('/about')
  await page.goto(`/post/${post}`)
  await expect(box).toHaveValue('By a link. By another page.')
})

test('a reply that is asked for early opens once it can, and keys lead nowhere meanwhile', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member } = await newMember('quick')
  const { post } = await makeLongPages(sql, member)
  const release = await holdBack(page, APPLICATION)
  await page.goto(post)
  const comment = page.getByRole('article').filter({ hasText: 'Comment 7 ' }).last()
  await comment.getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type(WORDS)
  release()
  await expect(page.getByLabel('Your reply')).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`${post}/long-`))
  await page.keyboard.type(WORDS)
  await expect(page.getByLabel('Your reply')).toHaveValue(WORDS)
})

test('a reply and an edit take what is typed right after the press', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('quick')
  const { post } = await makeLongPages(sql, member)
  await page.goto(post)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  const comment = page.getByRole('article').filter({ hasText: 'Comment 7 ' }).last()
  await comment.getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type(WORDS)
  await expect(page.getByLabel('Your reply')).toHaveValue(WORDS)
  await comment.getByRole('button', { name: 'Edit' }).click()
  await page.keyboard.type(WORDS)
  await expect(page.getByLabel('Edit your comment')).toHaveValue(`Comment 7 has words of its own.${WORDS}`)
})

test('the link to the replies of a note works before the application is there', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('quick')
  await create(page, 'notes', { content: 'Worth a reply' })
  const release = await holdBack(page, APPLICATION)
  await page.goto('/notes')
  const note = page.getByRole('article').filter({ hasText: 'Worth a reply' }).first()
  await note.getByRole('link', { name: /^Reply/ }).click()
  await expect(page).toHaveURL(/\/notes\/.+#replies$/)
  release()
})

test('a page that stays without its application has its shortcuts', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('quick')
  const { post } = await makeLongPages(sql, member)
  // Marks the page as one from the device's cache, as the service worker does.
  await page.route(post, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('<html', '<html data-plain') })
  })
  await page.goto(post)
  await page.getByRole('button', { name: 'Reply' }).first().click()
  await page.keyboard.press('/')
  await expect(page.getByRole('banner').getByLabel('Search discussions...').first()).toBeFocused()
})

test('a guest who is told to sign in is not led elsewhere by what they type', { tag: '@all' }, async ({
  page,
  newMember,
  sql,
}) => {
  const { post } = await makeLongPages(sql, (await newMember('writer')).member)
  const release = await holdBack(page, APPLICATION)
  await page.goto(post)
  await page.getByRole('button', { name: 'Reply' }).first().click()
  await page.keyboard.type(WORDS)
  release()
  const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
  await expect(dialog).toContainText('Please sign in to comment')
  await expect(page).toHaveURL(new RegExp(`${post}/long-`))
  await expect(page.getByRole('banner').getByLabel('Search discussions...').first()).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('banner').getByLabel('Search discussions...').first()).toBeFocused()
})

for (const width of [390, 1440])
  test(`the search takes what is typed at once, at ${width} pixels`, { tag: '@all' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const box = page.getByLabel('Search discussions...').filter({ visible: true })
    for (const isPressed of width < 500 ? [false, true] : [false]) {
      const release = await holdBack(page, APPLICATION)
      await page.goto('/forum')
      if (isPressed) await page.getByRole('button', { name: 'Search', exact: true }).click()
      else await page.keyboard.press('/')
      await page.keyboard.type(WORDS)
      release()
      await expect(page.locator('html[data-session=none]')).toHaveCount(1)
      await expect(box).toBeFocused()
      await expect(box).toHaveValue(WORDS)
    }
  })
