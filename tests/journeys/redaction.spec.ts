import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'

// Chromium logs a refused passage as a console error, which these tests expect.
test.use({ expected: [/the server responded with a status of 400/] })

const PASSAGE = '07700 900123'
const MODERATOR =
  "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1"

test('a moderator redacts a passage of a comment by keyboard on a phone; open pages show it', async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page: theirs } = await newMember('okapi')
  const { page, member } = await newMember('warden')
  await sql(MODERATOR, [member.username])
  const post = await create(theirs, 'posts', { title: 'On telephones', content: '<p>Words.</p>' })
  const comment = await create(theirs, `posts/${post}/comments`, { content: `Call ${PASSAGE} now.` })
  await guest.goto(`/post/${post}`)
  await guest.getByRole('button', { name: 'Share' }).hover()
  const shown = guest.locator(`#comment-${comment}`)
  await expect(shown).toContainText(PASSAGE)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/post/${post}`)
  const item = page.locator(`#comment-${comment}`)
  await enter(item.getByRole('button', { name: 'Redact a passage…' }))
  const dialog = page.getByRole('dialog', { name: 'Redact a passage of this comment?' })
  const passage = dialog.getByLabel('Passage')
  await tabTo(passage)
  await page.keyboard.type('elsewhere')
  await tabTo(dialog.getByLabel('Reason', { exact: true }))
  await page.keyboard.type('A private number.')
  await page.keyboard.press('Tab')
  await enter(dialog.getByRole('button', { name: 'Redact', exact: true }))
  await expect(
    dialog.getByText('The text doesn’t contain this passage. Copy it from the text.'),
  ).toBeVisible()
  await expect(passage).toBeFocused()
  await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('A private number.')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(PASSAGE)
  await dialog.getByRole('button', { name: 'Redact', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(item).toContainText('Call [redacted] now.')

  await guest.reload()
  await expect(shown).toContainText('Call [redacted] now.')
  await theirs.goto('/notifications')
  await theirs.getByRole('link', { name: /A moderator redacted a passage of your comment/ }).click()
  await expect(theirs.getByLabel('Your appeal')).toBeVisible()
  await expect(theirs.getByText(PASSAGE)).toHaveCount(0)
})

test('a redaction of a post is live, accessible, and restored in the log', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page: theirs } = await newMember('okapi')
  const { page, member } = await newMember('warden')
  await sql(MODERATOR, [member.username])
  const content = `<p>Call ${PASSAGE} now.</p>`
  const post = await create(theirs, 'posts', { title: `Of ${PASSAGE}`, content })
  await theirs.goto(`/post/${post}`)
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(`Of ${PASSAGE}`)

  await page.goto(`/post/${post}`)
  await page.locator('article.post').getByRole('button', { name: 'Moderate' }).click()
  await page.getByRole('menuitem', { name: 'Redact a passage…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Redact a passage of this post?' })
  await dialog.getByRole('button', { name: 'Redact', exact: true }).click()
  await expect(dialog.getByText('Enter 3 to 500 characters of the text.')).toBeVisible()
  await expectAccessibleEverywhere(page, 'the form of a redaction, refused')
  await dialog.getByLabel('Passage').fill(PASSAGE)
  await dialog.getByRole('button', { name: 'Redact', exact: true }).click()
  await expect(dialog.getByText('Choose a rule or enter a reason.')).toBeVisible()
  await dialog.getByLabel('Reason', { exact: true }).fill('A private number.')
  await dialog.getByRole('button', { name: 'Redact', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of [redacted]')
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Of [redacted]')
  const html = (await (await guest.goto(`/post/${post}`))?.text()) ?? ''
  expect(html).not.toContain('900123')

  await page.goto('/moderation')
  const entry = page.locator('[data-list-item]').filter({ hasText: 'Redacted a passage of a post' }).first()
  await entry.getByRole('button', { name: 'For moderators' }).click()
  await expect(entry.getByText(PASSAGE)).toBeVisible()
  await entry.getByRole('button', { name: 'Restore the passage' }).click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Passage restored')).toBeVisible()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(`Of ${PASSAGE}`)
})
