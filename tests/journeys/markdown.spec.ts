import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`
const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })
const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

async function send(page: Page, path: string, data: object): Promise<string> {
  const response = await page.request.post(path, { data, headers: CSRF })
  expect(response.status(), await response.text()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

test('a comment is previewed and published with its formatting', async ({ newMember }) => {
  const { page } = await newMember('formatter')
  const id = await send(page, '/api/posts', { title: unique('Formatting'), content: '<p>Words.</p>' })
  await page.goto(`/post/${id}`)
  const field = page.getByRole('textbox', { name: 'Your comment' }).first()
  await field.fill('**Bold** and *slanted*, [a link](https://example.org/)\n\n- one\n- two')
  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview' })
  await expect(dialog.locator('strong')).toHaveText('Bold')
  await expect(dialog.getByRole('listitem')).toHaveText(['one', 'two'])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const words = page.locator('.comment-words')
  await expect(words.locator('em')).toHaveText('slanted')
  await expect(words.getByRole('link', { name: 'a link' })).toHaveAttribute('href', 'https://example.org/')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const edited = page.getByRole('textbox', { name: 'Edit your comment' })
  await expect(edited).toHaveValue(/^\*\*Bold\*\* and \*s/)
  await page.locator('form').filter({ has: edited }).getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.locator('em')).toHaveText('slanted')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(edited).toBeVisible()
})

test('notes, messages and biographies show formatting', { tag: '@all' }, async ({ newMember }) => {
  const { page, member } = await newMember('formatted')
  const { page: friend, member: other } = await newMember('reader')
  const text = '**Bold**, [a link](https://example.org/)\n\n1. one\n2. two'
  const note = await send(page, '/api/notes', { content: text })
  await send(page, `/api/conversations/${other.username}/messages`, { content: text })
  await page.request.patch('/api/me', { data: { bio: text }, headers: CSRF })
  for (const path of [`/notes/${note}`, `/profile/${member.username}`, `/messages?with=${member.username}`]) {
    await friend.goto(path)
    const words = friend.locator('.words').filter({ hasText: 'Bold' }).first()
    await expect(words.locator('strong'), path).toHaveText('Bold')
    await expect(words.getByRole('link', { name: 'a link' }), path).toHaveAttribute('rel', /nofollow/)
    await expect(words.locator('ol > li'), path).toHaveText(['one', 'two'])
  }
})

test('links and headings of the editor are stored as text, and are links and headings again', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('linker')
  const title = unique('Linked')
  await page.goto('/create-post-rich')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await content(page).click()
  await page.keyboard.type('## Sources')
  await page.keyboard.press('Enter')
  await page.keyboard.type('See ')
  await page.keyboard.press('ControlOrMeta+k')
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('the paper')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(dialog.getByText('Enter an address such as https://example.org.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('example.org/a_(b)')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.type(' and more')
  await expect(content(page).getByRole('heading', { name: 'Sources', level: 2 })).toBeVisible()
  await expect(content(page).locator('a')).toHaveText('the paper')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('link', { name: 'the paper' })).toBeVisible()
  await page.keyboard.press('Escape')
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/posts') && response.ok())
  await page.getByRole('button', { name: 'Publish Post' }).click()
  const { id } = await (await answer).json()
  const stored = await (await page.request.get(`/api/posts/${id}`)).json()
  expect(stored.content).toBe(
    '<p>## Sources</p><p>See [the paper](https://example.org/a_%28b%29) and more</p>',
  )
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('heading', { name: 'Sources', level: 2 })).toBeVisible()
  await expect(page.locator('.prose').getByRole('link', { name: 'the paper' })).toHaveAttribute(
    'href',
    'https://example.org/a_%28b%29',
  )
  await page.goto(`/post/${id}/edit`)
  await content(page).locator('a').click()
  await page.getByRole('button', { name: 'Link' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit link' })
  await expect(edited.getByRole('textbox', { name: 'Address' })).toHaveValue('https://example.org/a_%28b%29')
  await edited.getByRole('button', { name: 'Remove link' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.locator('.prose')).toContainText('See the paper and more')
  await expect(page.locator('.prose a')).toHaveCount(0)
})

test.describe('without a connection', () => {
  test.use({ expected: [/Failed to load resource/] })
  test('a preview that fails says so', { tag: '@all' }, async ({ newMember }) => {
    const { page } = await newMember('unlucky')
    await page.goto('/create-post')
    await content(page).fill('Words')
    await page.route('**/api/previews', (route) => route.abort())
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The preview couldn’t be loaded. Please try again later.',
    )
    await expect(content(page)).toHaveValue('Words')
  })
})

test('a long post has its contents above the text on a phone', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('author')
  const part = (n: number) => `<p>## Part ${n}</p>${`<p>${'Some words to read. '.repeat(20)}</p>`.repeat(3)}`
  const long = await send(page, '/api/posts', {
    title: unique('Long'),
    content: [1, 2, 3, 4].map(part).join(''),
  })
  const short = await send(page, '/api/posts', {
    title: unique('Short'),
    content: '<p>## a</p><p>b</p>'.repeat(4),
  })
  await guest.setViewportSize({ width: 390, height: 800 })
  await guest.goto(`/post/${long}`)
  await guest.locator('summary').filter({ hasText: 'Contents' }).click()
  await guest.getByRole('link', { name: 'Part 3' }).click()
  await expect(guest.getByRole('heading', { name: 'Part 3' })).toBeInViewport()
  await guest.goto(`/post/${short}`)
  await expect(guest.locator('summary').filter({ hasText: 'Contents' })).toHaveCount(0)
})
