import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

test('a member chooses what the bell tells them, each choice by itself', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('chooser')
  const { page: theirs } = await newMember('remarker')
  const post = await create(page, 'posts', { title: 'A quiet post', content: '<p>Words.</p>' })

  await page.goto('/settings/notifications')
  const section = page.getByRole('region', { name: 'Notifications' })
  const comments = section.getByRole('checkbox', { name: 'Someone comments on my post' })
  await expect(comments).toBeChecked()
  await expectAccessibleEverywhere(page, 'the choices of notifications')
  await comments.press('Space')
  await expect(toast(page, 'Notification settings saved')).toBeVisible()
  await expect(comments).not.toBeChecked()
  await expect(comments).toBeFocused()
  await page.reload()
  await expect(comments).not.toBeChecked()
  await expect(section.getByRole('checkbox', { name: 'Someone mentions me' })).toBeChecked()

  await create(theirs, `posts/${post}/comments`, { content: 'A remark.' })
  await page.goto('/notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await expect(page.getByText('commented on “A quiet post”')).toHaveCount(0)

  await page.goto('/settings/notifications')
  await comments.check()
  await expect(toast(page, 'Notification settings saved')).toBeVisible()
  await create(theirs, `posts/${post}/comments`, { content: 'Another remark.' })
  await page.goto('/notifications')
  await expect(page.getByText('commented on “A quiet post”')).toHaveCount(1)
})

test.describe('refused', () => {
  test.use({ expected: [/status of 5\d\d/] })

  test('a choice that could not be saved or loaded says so', { tag: '@all' }, async ({ newMember }) => {
    const { page } = await newMember('unlucky')
    await page.goto('/settings/notifications')
    const votes = page.getByRole('checkbox', { name: 'Someone votes for my post or comment' })
    await expect(votes).toBeChecked()
    const address = '**/api/me/notification-choices'
    await page.route(address, (route) =>
      route.fulfill({ status: 500, json: { code: 'INTERNAL_SERVER_ERROR' } }),
    )
    await votes.click()
    await expect(toast(page, 'This could not be saved')).toBeVisible()
    await expect(votes).toBeChecked()
    await page.reload()
    await expect(page.getByText('Your notification settings could not be loaded.')).toBeVisible()
    await page.unroute(address)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(votes).toBeChecked()
  })
})
