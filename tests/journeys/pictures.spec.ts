import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'

// Refused and interrupted uploads log console errors.
test.use({ expected: [/Failed to load resource/] })

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const SYNTAX = /!\[A red fox\]\(\/files\/pictures\/[\da-f-]{36}\.webp\)/

async function png(width = 300, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#b5482a' } })
    .png()
    .toBuffer()
}

const file = async (name = 'fox.png') => ({ name, mimeType: 'image/png', buffer: await png() })
const dialog = (page: Page) => page.getByRole('dialog', { name: /Add (a picture|pictures)/ })
const insert = (page: Page) => dialog(page).getByRole('button', { name: 'Insert' })
const describePicture = (page: Page, text: string, name = 'fox.png') =>
  dialog(page).getByLabel(`Description of ${name}`).fill(text)

async function choose(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add pictures' }).first().click()
  await (await choosing).setFiles(files)
}

/** Pastes or drops a PNG file into a field, as the clipboard or another window would provide it. */
async function bring(field: Locator, kind: 'paste' | 'drop') {
  await field.evaluate(
    (element, { kind, bytes }) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'fox.png', { type: 'image/png' }))
      const common = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: data })
          : new DragEvent('drop', { ...common, dataTransfer: data }),
      )
    },
    { kind, bytes: [...(await png())] },
  )
}

/** Waits until the picture has loaded, and returns whether it did. */
const isShown = (image: Locator) =>
  expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)

test('a picture is added to a comment by button, and guests see it without a shift of the layout', async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('photographer')
  const id = await create(page, 'posts', { title: 'Foxes', content: '<p>Show yours.</p>' })
  await page.goto(`/post/${id}`)
  await page.getByRole('textbox', { name: 'Your comment' }).first().fill('Look:')
  await choose(page, await file())
  await describePicture(page, 'A red fox')
  await insert(page).click()
  const comment = page.getByRole('textbox', { name: 'Your comment' }).first()
  await expect(comment).toHaveValue(SYNTAX)
  await expect(page.getByRole('list', { name: 'Pictures in your text' }).getByRole('img')).toHaveAttribute(
    'alt',
    'A red fox',
  )
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await isShown(page.locator('[id^=comment-] img[alt="A red fox"]'))

  await guest.goto(`/post/${id}`)
  const image = guest.getByRole('img', { name: 'A red fox' })
  await expect(image).toHaveAttribute('loading', 'lazy')
  expect(
    await image.evaluate(({ offsetWidth, offsetHeight }: HTMLImageElement) => [offsetWidth, offsetHeight]),
  ).toEqual([300, 200])
  await image.scrollIntoViewIfNeeded()
  await isShown(image)
})

test('pictures are pasted and dropped into both forms of a post', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('paster')
  for (const path of ['/create-post', '/create-post-rich'])
    for (const kind of ['paste', 'drop'] as const) {
      await page.goto(path)
      const content = page.getByRole('textbox', { name: 'Content' })
      await content.click()
      await page.keyboard.type('Before')
      await bring(content, kind)
      await describePicture(page, 'A red fox')
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(dialog(page)).toBeHidden()
      await expect(content).toBeFocused()
      await (path === '/create-post'
        ? expect(content).toHaveValue(SYNTAX)
        : expect(content).toContainText(SYNTAX))
      await page.getByRole('textbox', { name: 'Title' }).fill(`By ${kind} ${crypto.randomUUID()}`)
      const sent = page.waitForResponse((response) => response.status() === 201)
      await page.getByRole('button', { name: 'Publish Post' }).click()
      const { id } = await (await sent).json()
      await guest.goto(`/post/${id}`)
      await expect(guest.locator('.prose')).toContainText('Before')
      await isShown(guest.locator('.prose').getByRole('img', { name: 'A red fox' }))
    }
})

test('the rich editor shows a picture after its syntax, and stores only the syntax', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page } = await newMember('editor')
  await page.goto('/create-post-rich')
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.click()
  await page.keyboard.type('Before')
  await bring(content, 'paste')
  await describePicture(page, 'A red fox')
  await expect(dialog(page).getByText('Uploaded')).toBeVisible()
  await page.keyboard.press('Enter')
  const thumbnail = content.getByRole('img', { name: 'A red fox' })
  await isShown(thumbnail)
  await page.keyboard.type(' After')
  await expect(thumbnail).toHaveCount(1)
  await expectAccessible(page)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill(`Thumbnails ${crypto.randomUUID()}`)
  const sent = page.waitForResponse((response) => response.status() === 201)
  await page.getByRole('button', { name: 'Publish Post' }).click()
  const { id } = await (await sent).json()
  const read = async () => (await sql('select content from posts where id = $1', [id])).rows[0]?.content
  const stored = await read()
  expect(stored).toMatch(new RegExp(`^<p>Before</p><p>${SYNTAX.source} After</p>$`))

  await page.goto(`/post/${id}/edit`)
  await isShown(thumbnail)
  await title.fill(`Thumbnails again ${crypto.randomUUID()}`)
  await content.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('!')
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/thumbnails-again/)
  expect(await read()).toBe(stored)
})

test('files that are refused say why, and the others are inserted', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('refused')
  await page.goto('/create-post')
  await choose(
    page,
    { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') },
    { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: 'torn.png', mimeType: 'image/png', buffer: (await png()).subarray(0, 60) },
    await file(),
  )
  await describePicture(page, 'A red fox')
  await expect(dialog(page).getByText('A picture can have at most 10 MB.')).toBeVisible()
  await expect(dialog(page).getByText('This file isn’t a picture.')).toHaveCount(2)
  await expect(dialog(page).getByText('This picture is damaged')).toBeVisible()
  await expectAccessible(page)
  await insert(page).click()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(SYNTAX)
})

test('an upload without connection is repeated, and the description stays', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('cutoff')
  await page.goto('/create-post')
  await page.getByRole('textbox', { name: 'Content' }).fill('Typed before.\n')
  await page.route('**/api/pictures', (route) => route.abort())
  await choose(page, await file())
  await describePicture(page, 'A red fox')
  await expect(dialog(page).getByText('The upload failed.')).toBeVisible()
  await expect(insert(page)).toBeDisabled()
  await page.unroute('**/api/pictures')
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByLabel('Description of fox.png')).toHaveValue('A red fox')
  await insert(page).click()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(SYNTAX)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(SYNTAX)
})

test('a full quota is said, and a cancelled dialog changes nothing', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('hoarder')
  await sql(
    `insert into pictures (author_id, width, height, bytes)
     select id, 1, 1, 10485760 from profiles, generate_series(1, 20) where username = $1`,
    [member.username],
  )
  await page.goto('/create-post')
  await choose(page, await file())
  await expect(dialog(page).getByText('You’ve reached 200 MB of pictures.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue('')
})

test('a picture is hidden by a removal and comes back, for everyone but the author and staff', {
  tag: '@all',
}, async ({ newMember, page: guest, sql }) => {
  const { page } = await newMember('publisher')
  const { page: warden, member } = await newMember('warden')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [member.username],
  )
  const upload = await page.request.post('/api/pictures', {
    headers: { ...CSRF, 'content-type': 'image/png' },
    data: await png(),
  })
  const { url } = await upload.json()
  const status = async (who: Page) => (await who.request.get(url)).status()
  expect([await status(page), await status(guest), await status(warden)]).toEqual([200, 404, 404])
  const id = await create(page, 'posts', { title: 'Pictured', content: `<p>![A red fox](${url})</p>` })
  expect([await status(guest), await status(warden)]).toEqual([200, 200])
  const { page: reporter } = await newMember('reporter')
  await call(reporter, 'post', 'reports', { kind: 'post', id, reason: 'spam' })
  await warden.goto('/moderation')
  await call(warden, 'put', `posts/${id}/removal`, { reason: 'Spam' })
  expect([await status(page), await status(guest), await status(warden)]).toEqual([200, 404, 200])
  await call(warden, 'delete', `posts/${id}/removal`, { reason: 'A mistake' })
  await guest.goto(`/post/${id}`)
  await isShown(guest.getByRole('img', { name: 'A red fox' }))
})

test('guests and suspended members can’t upload', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const data = await png()
  const headers = { ...CSRF, 'content-type': 'image/png' }
  expect((await guest.request.post('/api/pictures', { headers, data })).status()).toBe(401)
  const { page } = await newMember('unguarded')
  const foreign = await page.request.post('/api/pictures', { headers: { 'content-type': 'image/png' }, data })
  expect(foreign.status()).toBe(403)
  expect((await sql('select from pictures where width = 1599')).rowCount).toBe(0)
})
