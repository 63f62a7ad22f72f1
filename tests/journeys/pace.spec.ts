import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { enter } from './keys.ts'

// Chromium logs refused comments as console errors. The page then looks whether the comment has arrived all the same.
test.use({ expected: [/the server responded with a status of 40[49]/] })

test('slow mode and a timed lock are set by keyboard on a phone, and shown before a member writes', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page: theirs } = await newMember('okapi')
  const { page, member } = await newMember('warden')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [member.username],
  )
  const post = await create(theirs, 'posts', { title: 'On haste', content: '<p>Words.</p>' })
  await create(theirs, `posts/${post}/comments`, { content: 'First.' })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/post/${post}`)
  const menu = page.locator('article.post').getByRole('button', { name: 'Moderate' })
  await enter(menu)
  await page.getByRole('menuitem', { name: 'Slow mode…' }).focus()
  await page.keyboard.press('Enter')
  const slow = page.getByRole('dialog', { name: 'Slow mode' })
  await expectAccessibleEverywhere(page, 'the form of slow mode')
  await enter(slow.getByRole('button', { name: 'Turn On' }))
  await expect(page.getByText('Slow mode: one comment every 5 minutes')).toBeVisible()

  await theirs.goto(`/post/${post}`)
  await expect(theirs.getByText('Slow mode: one comment every 5 minutes')).toBeVisible()
  await theirs.getByLabel('Your comment').click()
  await theirs.getByLabel('Your comment').fill('Second.')
  await theirs.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(theirs.getByText(/You can comment again in [45] minutes/).first()).toBeVisible()
  await expect(theirs.getByLabel('Your comment')).toHaveValue('Second.')

  await enter(menu)
  await page.getByRole('menuitem', { name: 'Lock until…' }).focus()
  await page.keyboard.press('Enter')
  const lock = page.getByRole('dialog', { name: 'Lock until a time' })
  const until = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16)
  await lock.getByLabel('Locked until').fill(until)
  // Tab would stop at each part of the date.
  await lock.getByRole('button', { name: 'Lock', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Locked until \d/)).toBeVisible()
})
