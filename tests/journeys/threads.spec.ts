import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

test('a reader collapses all replies, and follows a link into a collapsed thread', async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('threads')
  const post = await create(page, 'posts', { title: 'Many threads', content: '<p>Words.</p>' })
  const replies: string[] = []
  for (const n of ['one', 'two']) {
    const parent_id = await create(page, `posts/${post}/comments`, { content: `Thread ${n}.` })
    replies.push(await create(page, `posts/${post}/comments`, { content: `Reply ${n}.`, parent_id }))
  }
  await guest.goto(`/post/${post}`)
  await guest.getByRole('button', { name: 'Collapse all' }).click()
  await expect(guest.getByText(/^Reply (one|two)\.$/)).toHaveCount(2)
  for (const n of ['one', 'two']) await expect(guest.getByText(`Reply ${n}.`)).toBeHidden()
  await expect(guest.getByText('Thread two.')).toBeVisible()
  await expectAccessibleEverywhere(guest, 'collapsed threads')
  await guest.getByRole('button', { name: 'Show 1 reply' }).first().click()
  await expect(guest.getByText('Reply one.')).toBeVisible()
  await expect(guest.getByText('Reply two.')).toBeHidden()
  await guest.getByRole('button', { name: 'Expand all' }).click()
  await expect(guest.getByText('Reply two.')).toBeVisible()

  await guest.getByRole('button', { name: 'Collapse all' }).click()
  await guest.evaluate((id) => location.assign(`#comment-${id}`), replies[1])
  await expect(guest.getByText('Reply two.')).toBeVisible()
  await expect(guest.getByText('Reply one.')).toBeHidden()
})

test('a guest copies the link to a comment, and it opens there', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('linked')
  const post = await create(page, 'posts', { title: 'To be linked', content: '<p>Words.</p>' })
  const comment = await create(page, `posts/${post}/comments`, { content: 'A quotable thought.' })
  await guest.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await guest.goto(`/post/${post}`)
  await expect(guest.getByRole('button', { name: 'Collapse all' })).toHaveCount(0)
  await guest.getByRole('button', { name: 'More actions' }).click()
  await expect(guest.getByRole('menuitem')).toHaveText(['Copy link'])
  await guest.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(toast(guest, 'Link copied to clipboard')).toBeVisible()
  const link = await guest.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(comment)
  await guest.goto(link)
  await expect(guest.locator(`#comment-${comment}`)).toBeInViewport()
})

test('where nothing can be copied, the reader is told what to do instead', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('uncopied')
  const post = await create(page, 'posts', { title: 'No clipboard', content: '<p>Words.</p>' })
  await create(page, `posts/${post}/comments`, { content: 'Words to link.' })
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.goto(`/post/${post}`)
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Copy link' }).press('Enter')
  await expect(toast(page, 'Could not copy')).toBeVisible()
})
