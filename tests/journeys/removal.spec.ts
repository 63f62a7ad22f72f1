import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'

// Chromium logs requests for removed content as console errors, which these tests expect.
test.use({ expected: [/the server responded with a status of 4(04|10)/] })

const TEXT = 'What the okapi said.'
const WHY = 'This names a private person.'
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

async function removeByKeyboard(page: Page, kind: 'post' | 'comment') {
  const dialog = page.getByRole('dialog', { name: `Remove this ${kind}?` })
  await expect(dialog).toBeVisible()
  await tabTo(dialog.getByLabel('Reason', { exact: true }))
  await page.keyboard.type(WHY)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Second time this week.')
  await enter(dialog.getByRole('button', { name: 'Remove', exact: true }))
  await expect(dialog).toBeHidden()
}

test('a moderator removes and restores by keyboard; guests see why, and the author has their words', {
  tag: '@all',
}, async ({ newMember, page: guest, sql }) => {
  const { page: theirs } = await newMember('okapi')
  const { page, member } = await newMember('warden')
  const role =
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1"
  await sql(role, [member.username])
  const id = await create(theirs, 'posts', { title: 'On the okapi', content: `<p>${TEXT}</p>` })
  const comment = await create(theirs, `posts/${id}/comments`, { content: TEXT })
  await create(page, `posts/${id}/comments`, { content: 'I see.', parent_id: comment })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/post/${id}`)
  const remark = page.locator(`#comment-${comment}`)
  await enter(remark.getByRole('button', { name: 'Remove…' }))
  await removeByKeyboard(page, 'comment')
  await expect(remark).toContainText('Removed by a moderator')
  await expect(toast(page, 'Comment removed')).toBeVisible()
  await guest.goto(`/post/${id}#comment-${comment}`)
  await expect(guest.locator(`#comment-${comment}`)).toHaveText(/^Removed by a moderator\s*Why$/)
  await expect(guest.getByText('I see.')).toBeVisible()

  await enter(page.locator('article.post').getByRole('button', { name: 'Moderate' }))
  await page.getByRole('menuitem', { name: 'Remove…' }).focus()
  await page.keyboard.press('Enter')
  await removeByKeyboard(page, 'post')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A moderator removed this post.')
  const answer = await guest.goto(`/post/${id}`)
  expect(answer?.status()).toBe(410)
  const html = (await answer?.text()) ?? ''
  expect(html).toMatch(/<meta name="robots" content="noindex"\/?>/)
  for (const gone of ['okapi', 'I see.', 'Second time']) expect(html).not.toContain(gone)
  await expect(guest.getByText(WHY)).toBeVisible()
  await expect(guest.getByRole('link', { name: 'View in the moderation log' })).toBeVisible()
  await expect(guest.getByText('Your text')).toHaveCount(0)
  await expectAccessibleEverywhere(guest, 'a removed post')
  await guest.getByRole('link', { name: 'View in the moderation log' }).click()
  await expect(guest.getByText(WHY)).toBeVisible()
  await expectAccessibleEverywhere(guest, 'the log of moderation')

  await theirs.goto('/notifications')
  await expect(theirs.getByText('A moderator removed your comment')).toBeVisible()
  await theirs.getByRole('link', { name: /A moderator removed your post/ }).click()
  await theirs.getByText('Your text', { exact: true }).click()
  await expect(theirs.getByText(TEXT)).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Restore' })).toHaveCount(0)

  await enter(page.getByText('Removed text', { exact: true }))
  await enter(page.getByRole('button', { name: 'Restore' }))
  await expect(page.getByRole('heading', { level: 1, name: 'On the okapi' })).toBeVisible()
  await call(page, 'delete', `comments/${comment}/removal`)
  const restored = await guest.goto(`/post/${id}`)
  expect(restored?.status()).toBe(200)
  await expect(guest.locator(`#comment-${comment}`)).toContainText(TEXT)
})

test('a removal is undone where it is told', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page: theirs } = await newMember('okapi')
  const { page, member } = await newMember('warden')
  const role =
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1"
  await sql(role, [member.username])
  const note = await create(theirs, 'notes', { content: TEXT })
  await page.goto(`/notes/${note}`)
  const item = page.locator(`#note-${note}`)
  await item.getByRole('button', { name: 'Remove…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this note?' })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a rule or enter a reason.')
  await expectAccessibleEverywhere(page, 'the form of a removal, refused')
  await dialog.getByLabel('Reason', { exact: true }).fill(WHY)
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(item).toContainText('Removed by a moderator')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item).toContainText(TEXT)
})
