import { devices, type Locator, type Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const RUN = 'document.documentElement.dataset.ran=1'

/** Sends a POST request as the member signed in on `page`. Returns the id of the created content. */
async function send(page: Page, path: string, data: object): Promise<string> {
  const response = await page.request.post(path, { data, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

async function discussion(page: Page, words: string) {
  const id = await send(page, '/api/posts', {
    title: 'To be quoted',
    content: '<p>Say something. Anything.</p>',
  })
  const comment = await send(page, `/api/posts/${id}/comments`, { content: words })
  return { id, comment: page.locator(`[id="comment-${comment}"]`) }
}

/** Selects all text of the element, as a reader does with the mouse. */
function select(words: Locator): Promise<void> {
  return words.evaluate((element) => getSelection()?.selectAllChildren(element))
}

test('words of a comment and of the post are quoted where they are answered', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page: author, member } = await newMember('quoted')
  const { id } = await discussion(author, 'One line.\n\nAnother.')
  const { page } = await newMember('quoting')
  await page.goto(`/post/${id}`)
  const comment = page.getByRole('article', { name: /^Comment by/ })
  await comment.getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await reply.fill('Begun.')
  await select(comment.locator('.comment-words'))
  await page.getByRole('button', { name: 'Quote', exact: true }).click()
  await expect(reply).toBeFocused()
  await expect(reply).toHaveValue(`Begun.\n\n@${member.username} wrote:\n> One line.\n>\n> Another.\n\n`)
  await page.keyboard.type('I see.')
  await page.keyboard.press('Control+Enter')
  const answer = page.getByRole('article').filter({ hasText: 'I see.' })
  await expect(answer.locator('blockquote')).toContainText('Another.')
  await expect(answer.getByRole('link', { name: `@${member.username}` }).last()).toBeVisible()

  await select(page.locator('.post > .prose'))
  await expect(page.getByRole('button', { name: 'Quote', exact: true })).toBeVisible()
  await page.locator('.post h1').evaluate((heading) => (heading as HTMLElement).blur())
  await page.keyboard.press('q')
  const box = page.locator('[data-comment-box] form').getByRole('textbox')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(`@${member.username} wrote:\n> Say something. Anything.\n\n`)

  await guest.goto(`/post/${id}`)
  await select(guest.locator('.post > .prose'))
  await guest.keyboard.press('ArrowDown')
  await expect(guest.getByRole('button', { name: 'Reply' }).first()).toBeEnabled()
  await expect(guest.getByRole('button', { name: 'Quote', exact: true })).toHaveCount(0)
})

test('an @ offers those in the discussion first, by keys alone', async ({ newMember }) => {
  const { page: author, member } = await newMember('zelda')
  const { id } = await discussion(author, 'Words.')
  const { member: elsewhere } = await newMember('zeldax')
  const { page } = await newMember('naming')
  await page.goto(`/post/${id}`)
  await page.getByRole('textbox', { name: 'Your comment' }).click()
  const box = page.locator('[data-comment-box] form textarea')
  await expect(box).toBeFocused()
  await page.keyboard.type('Hello @ze')
  await expect(page.getByRole('option')).toHaveText([
    new RegExp(`@${member.username}$`),
    new RegExp(`@${elsewhere.username}$`),
  ])
  await expect(box).toHaveAttribute('aria-autocomplete', 'list')
  await expect(page.getByText('2 people, use the arrow keys')).toBeAttached()
  await page.keyboard.type('lda')
  const other = page.getByRole('option', { name: elsewhere.username.slice(0, 29) }).first()
  await expect(page.getByRole('option').first()).toContainText(`@${member.username}`)
  await expect(other).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(box).toHaveAttribute(
    'aria-activedescendant',
    (await page.getByRole('option').first().getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(`Hello @${member.username} `)
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(box).not.toHaveAttribute('aria-autocomplete')
  await page.keyboard.type('and @zel')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(box).toBeFocused()
  await page.keyboard.type('d, not a@zeldo')
  await expect(box).toHaveValue(`Hello @${member.username} and @zeld, not a@zeldo`)
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('the same in notes and in both forms of a post', { tag: '@all' }, async ({ newMember }) => {
  const { member } = await newMember('quill')
  const { page } = await newMember('naming')
  const beginning = member.username.slice(0, 9)
  await page.goto('/notes')
  await page.getByRole('textbox', { name: 'Your note' }).click()
  await page.keyboard.type(`@${beginning}`)
  await page.getByRole('option', { name: member.username }).click()
  await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue(`@${member.username} `)
  await page.goto('/create-post')
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type(`Asks @${beginning}`)
  await expect(page.getByRole('option', { name: member.username })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Content')).toHaveValue(`Asks @${member.username} `)
  await page.goto('/create-post-rich')
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type(`Asks @${beginning}`)
  await expect(page.getByRole('option', { name: member.username })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('about it.')
  await expect(page.getByLabel('Content')).toHaveText(`Asks @${member.username} about it.`)
})

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
  test.use(phone)

  test('nothing covers the button that sends, and the words go into the reply', { tag: '@all' }, async ({
    newMember,
  }) => {
    const { page: author, member } = await newMember('quince')
    const { id } = await discussion(author, 'One line.')
    const { page } = await newMember('pocket')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/post/${id}`)
    await select(page.locator('.comment-words'))
    await page.getByRole('button', { name: 'Quote', exact: true }).click()
    const reply = page.getByRole('textbox', { name: 'Your reply' })
    await expect(reply).toHaveValue(`@${member.username} wrote:\n> One line.\n\n`)
    await page.keyboard.type('@qui')
    const list = await page.getByRole('listbox').boundingBox()
    const button = await page.locator('form [type=submit]').last().boundingBox()
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  })
})

test('a hostile comment and a hostile name stay words', async ({ newMember }) => {
  const { page: mallory, member } = await newMember('mallory')
  const full_name = `<img src=x onerror=${RUN}>`
  const changed = await mallory.request.patch('/api/me', { data: { full_name }, headers: CSRF })
  expect(changed.status(), await changed.text()).toBe(200)
  const hostile = `<img src=x onerror=${RUN}>\n"><script>${RUN}</script>\njavascript:${RUN}\n> </blockquote><svg onload=${RUN}>`
  const { id } = await discussion(mallory, hostile)
  const { page } = await newMember('victim')
  await page.goto(`/post/${id}`)
  await select(page.locator('.comment-words'))
  await page.getByRole('button', { name: 'Quote', exact: true }).click()
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await expect(reply).toHaveValue(/> <img src=x onerror/)
  await page.keyboard.type('@mall')
  await expect(page.getByRole('option').first()).toContainText(full_name)
  await page.keyboard.press('Enter')
  await expect(reply).toHaveValue(new RegExp(`@${member.username} $`))
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('.comment-words').last().locator('blockquote')).toContainText('<img src=x')
  await page.reload()
  await expect(page.locator('.comment-words').last().locator('blockquote')).toContainText('<img src=x')
  expect(await page.evaluate(() => document.documentElement.dataset.ran)).toBeUndefined()
  expect(await page.locator('main :is(script, svg[onload], img[src="x"])').count()).toBe(0)
})
