import type { Page } from '@playwright/test'
import { expect, type Member, test } from './journey.ts'
import { deleteForGood } from './states.ts'

// These tests interrupt the connection on purpose.
test.use({ expected: [/Failed to load resource/] })

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const publish = (page: Page) => page.getByRole('button', { name: 'Publish Post' })

test('what is typed survives a failed save, a reload and a crash, and is published once', async ({
  newMember,
  request,
}) => {
  const { page } = await newMember('writer')
  const name = unique('Why does the scan feel like death?')
  await page.goto('/create-post-rich')
  await expect(
    page.getByText('Share insights on human enhancement, consciousness, AI, and the future of life'),
  ).toBeVisible()
  await title(page).fill(name)
  await page.getByRole('group', { name: 'Concepts' }).getByText('Identity').click()
  await expect(publish(page)).toBeDisabled()
  await content(page).click()
  await page.keyboard.type('Replace one neuron a day.')

  await page.route('**/api/posts', (route) => route.abort())
  await publish(page).click()
  await expect(page.getByText('Failed to create post').first()).toBeVisible()
  await expect(content(page)).toHaveText('Replace one neuron a day.')
  await page.unroute('**/api/posts')

  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await content(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Most of us shrug.')
  await expectStored(page, 'Most of us shrug.')
  const afterCrash = await crash(page)
  await expect(content(afterCrash)).toHaveText('Replace one neuron a day. Most of us shrug.')
  await expect(afterCrash.getByRole('checkbox', { name: 'Identity' })).toBeChecked()

  await publish(afterCrash).dblclick()
  await expect(afterCrash.getByText('Your post has been published to the forum.').first()).toBeVisible()
  await expect(afterCrash).toHaveURL(/\/forum$/)
  await expect(afterCrash.getByRole('link', { name })).toHaveCount(1)
  const found = await request.get(`/api/posts?search=${encodeURIComponent(name)}`)
  expect((await found.json()).items).toHaveLength(1)
  await afterCrash.goto('/create-post-rich')
  await expect(title(afterCrash)).toHaveValue('')
})

test('an answer that gets lost makes no second post, and what was written since counts', {
  tag: '@all',
}, async ({ newMember, request }) => {
  const { page } = await newMember('resender')
  const name = unique('Sent twice')
  await page.goto('/create-post')
  await title(page).fill(name)
  await content(page).fill('First words.')
  await page.route('**/api/posts', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await publish(page).click()
  await expect(page.getByText('Error creating post').first()).toBeVisible()
  await page.unroute('**/api/posts')
  await content(page).fill('Better words.')
  await publish(page).click()
  await expect(page).toHaveURL(/\/forum$/)
  const { items } = await (await request.get(`/api/posts?search=${encodeURIComponent(name)}`)).json()
  expect(items).toMatchObject([{ preview: 'Better words.' }])
})

test('a text goes along from one form to the other, and asks before it loses its formatting', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('undecided')
  const name = unique('In two minds')
  await page.goto('/create-post')
  await title(page).fill(name)
  await content(page).fill('One & <two>\n\nThree')
  await page.getByRole('link', { name: 'Write with formatting' }).click()
  await expect(page).toHaveURL(/\/create-post-rich\?draft=/)
  await expect(title(page)).toHaveValue(name)
  const editor = page.getByRole('textbox', { name: 'Content' })
  await expect(editor.getByRole('paragraph')).toHaveText(['One & <two>', 'Three'])
  await editor.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.getByRole('link', { name: 'Write in plain text' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor.locator('strong').first()).toBeVisible()
  await page.getByRole('link', { name: 'Write in plain text' }).click()
  await dialog.getByRole('button', { name: 'Switch to plain text' }).click()
  await expect(page).toHaveURL(/\/create-post\?draft=/)
  await expect(title(page)).toHaveValue(name)
  await expect(content(page)).toHaveValue('One & <two>\n\nThree')
  await page.goto('/create-post-rich')
  await expect(title(page)).toHaveValue('')
})

test('the plain form counts, says what is missing, and shows tags as they were typed', async ({
  newMember,
}) => {
  const { page } = await newMember('plain')
  await page.goto('/create-post')
  await expect(page.getByText('0/200 characters')).toBeVisible()
  await expect(page.getByText('0/10,000 characters')).toBeVisible()
  await title(page).press('Enter')
  await expect(content(page)).toBeFocused()
  await expect(page.getByText('Required fields missing')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Required fields missing').first()).toBeVisible()
  await expect(title(page)).toBeFocused()
  await expect(page.getByText('Please fill in both title and content').first()).toBeVisible()
  await content(page).fill('x'.repeat(10_001))
  await title(page).fill(unique('Counted'))
  await expect(page.getByText('10,001/10,000 characters')).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await content(page).fill('I wrote <script>alert(1)</script>\n\nand it stayed.')
  const id = await idOfPublished(page)
  await page.goto(`/post/${id}`)
  await expect(page.locator('.prose p')).toHaveText(['I wrote <script>alert(1)</script>', 'and it stayed.'])
})

test('a title of 200 letters is seen as a whole, and has no line breaks', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('titled')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/create-post-rich')
    await expect(content(page)).toBeVisible()
    await title(page).fill('One line')
    const single = await title(page).evaluate((field: HTMLElement) => field.offsetHeight)
    await title(page).fill('Of what is\nto come '.repeat(10))
    await expect(title(page)).toHaveValue('Of what is to come '.repeat(10).slice(0, 200))
    const { height, hidden } = await title(page).evaluate((field: HTMLElement) => ({
      height: field.offsetHeight,
      hidden: field.scrollHeight - field.clientHeight,
    }))
    expect(height).toBeGreaterThan(single)
    expect(hidden).toBeLessThanOrEqual(0)
    await title(page).press('Enter')
    await page.keyboard.type('Written on.')
    await expect(content(page)).toHaveText(width === 390 ? 'Written on.' : /Written on\./)
  }
})

test('a text of 100,000 letters is typed on at once, kept, and published; what is over is said', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('essayist')
  await page.goto('/create-post-rich')
  await title(page).fill(unique('At length'))
  await expect(page.getByText('/100,000 characters')).toHaveCount(0)
  await content(page).click()
  await content(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      `<p>${'Consciousness is continuous, they say. '.repeat(12)}</p>`.repeat(210),
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText(/^9\d,\d{3}\/100,000 characters$/)).toBeVisible()
  await page.evaluate(() => {
    const spent: number[] = []
    Object.assign(window, { spent })
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => spent.push(performance.now() - timeStamp))
      },
      { capture: true },
    )
  })
  await page.keyboard.type(' And they may be right.', { delay: 30 })
  const spent = await page.evaluate(() => (window as unknown as { spent: number[] }).spent)
  const median = spent.sort((one, other) => one - other)[Math.floor(spent.length / 2)] ?? Infinity
  test.info().annotations.push({ type: 'keystroke', description: `${median.toFixed(1)} ms` })
  expect(median).toBeLessThan(50)
  await page.reload()
  await expect(content(page)).toContainText('And they may be right.')
  await content(page).press('ControlOrMeta+End')
  await page.evaluate(() => document.execCommand('insertText', false, 'x'.repeat(9000)))
  await expect(page.getByText('A post can have at most 100,000 characters of text.')).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(publish(page)).toBeEnabled()
  const id = await idOfPublished(page)
  const { content: html } = await (await page.request.get(`/api/posts/${id}`)).json()
  expect(html).toContain('And they may be right.')
  expect(html.length).toBeGreaterThan(98_000)
})

test('the editor formats by button and key, and takes from a paste only what is allowed', async ({
  newMember,
}) => {
  const { page } = await newMember('editor')
  await page.goto('/create-post-rich')
  await title(page).fill(unique('Formatted'))
  await content(page).click()
  await page.keyboard.type('plain ')
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(page.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+i')
  await page.keyboard.type(' italic')
  await page.keyboard.press('Enter')
  await content(page).evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, PASTED)
  const id = await idOfPublished(page)
  const { content: html } = await (await page.request.get(`/api/posts/${id}`)).json()
  expect(html).toBe(
    '<p>plain <strong>bold</strong><em> italic</em></p><p>## Heading</p><ul><li><p>one</p></li></ul><p>link</p>',
  )
})

test('without a session there is a way in, and a draft waits for its member alone', { tag: '@all' }, async ({
  newMember,
  page,
}) => {
  await page.goto('/create-post')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(page.getByText('Please sign in to create a post.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    /^\/auth/,
  )

  const { page: first, member } = await newMember('first')
  const { member: other } = await newMember('other')
  const words = unique('A thought that is not ready')
  await first.goto('/create-post')
  await content(first).fill(words)
  await expectStored(first, words)
  await endSession(first)
  await title(first).fill('Ready now')
  await publish(first).click()
  await expect(first.getByText('Authentication required').first()).toBeVisible()
  await expect(first).toHaveURL(/\/auth/)

  await signIn(first, other)
  await expect(title(first)).toHaveValue('')
  await first.goto('/drafts')
  await expect(first.getByRole('heading', { name: 'No drafts' })).toBeVisible()
  await signIn(first, member)
  await first.getByRole('link', { name: 'your drafts' }).click()
  await first.getByRole('link', { name: 'Continue' }).click()
  await expect(title(first)).toHaveValue('Ready now')
  await expect(content(first)).toHaveValue(words)
})

test('an author edits and deletes a post, and two tabs do not overwrite each other', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('author')
  await page.goto('/create-post-rich')
  await title(page).fill(unique('As it was'))
  await content(page).click()
  await page.keyboard.type('First version.')
  const id = await idOfPublished(page)
  const other = await page.context().newPage()
  await Promise.all([page.goto(`/post/${id}/edit`), other.goto(`/post/${id}/edit`)])
  const name = unique('As it is')
  await title(page).fill(name)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText(/^edited/)).toBeVisible()

  await title(other).fill(unique('From the other tab'))
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByRole('heading', { name: /^Someone saved this post after you/ })).toBeFocused()
  await expect(other.getByText('Error saving post')).toHaveCount(0)
  await expect(other.getByRole('region', { name: 'Title: your version' }).locator('ins').first()).toHaveText(
    /From/,
  )
  await expect(other.getByRole('region', { name: 'Title: saved version' })).toHaveText(name)
  await expect(other.getByRole('region', { name: /^Content/ })).toHaveCount(0)
  const mine = await title(other).inputValue()
  await other.getByRole('button', { name: 'Use saved version' }).click()
  await expect(title(other)).toHaveValue(name)
  const said = other.getByRole('region', { name: 'What just happened' })
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(title(other)).toHaveValue(mine)
  await guest.goto(`/post/${id}`)
  await expect(guest.getByRole('heading', { name })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete' }).click()
  await deleteForGood(page)
  await expect(page).toHaveURL(/\/forum$/)
  expect((await guest.goto(`/post/${id}`))?.status()).toBe(404)
})

/** Waits until the draft is stored, which happens shortly after the last keystroke. */
async function expectStored(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain(words)
}

/** Closes the page without any events, as in a crash. Storage remains. */
async function crash(page: Page): Promise<Page> {
  const context = page.context()
  const state = await context.storageState()
  const next = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await context.addCookies(state.cookies)
  await next.goto('/create-post-rich')
  await next.getByRole('link', { name: 'your drafts' }).click()
  await next.getByRole('link', { name: 'Continue' }).click()
  return next
}

/** Simulates an expired session. The page notices it on its next request. */
async function endSession(page: Page) {
  await page.context().clearCookies()
}

/** Signs in over the API in the same browser, then opens the form. */
async function signIn(page: Page, { email, password }: Member) {
  const data = { email, password }
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234', origin: process.env.BASE_URL ?? '' }
  expect((await page.request.post('/api/auth/sign-in/email', { data, headers })).ok()).toBe(true)
  await page.goto('/create-post')
  await expect(title(page)).toBeVisible()
}

async function idOfPublished(page: Page): Promise<string> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/api/posts') && response.status() === 201,
  )
  await publish(page).click()
  const { id } = await (await answer).json()
  await expect(page).toHaveURL(/\/forum$/)
  return id
}

const PASTED =
  '<h1 style="color:red">Heading</h1><script>alert(1)</script><ul onclick="alert(1)"><li>one</li></ul><a href="javascript:alert(1)">link</a>'
