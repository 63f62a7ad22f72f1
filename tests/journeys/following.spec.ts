import { expect, test } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

test('a member follows a discussion, is told, and finds it among what they follow', async ({ newMember }) => {
  const { page } = await newMember('reader')
  const { page: hers } = await newMember('writer')
  const title = `To be followed ${Date.now()}`
  const response = await hers.request.post('/api/posts', {
    data: { title, content: '<p>Something to follow.</p>' },
    headers: CSRF,
  })
  const { id } = (await response.json()) as { id: string }

  await page.goto(`/post/${id}`)
  await page.getByRole('button', { name: 'Follow this discussion' }).click()
  await expect(page.getByRole('button', { name: 'Following this discussion', pressed: true })).toBeVisible()
  await expect(page.getByText('Following discussion')).toBeVisible()
  // On another page, because an open discussion marks its notifications as read.
  await page.goto('/events')
  await hers.request.post(`/api/posts/${id}/comments`, { data: { content: 'News of it' }, headers: CSRF })
  await expect(page.getByRole('button', { name: /^Notifications/ })).toHaveAccessibleName(
    'Notifications, 1 unread',
  )

  await page.goto('/forum?following=1&sort=active')
  const card = page.getByRole('main').getByRole('heading', { level: 2, name: title }).getByRole('link')
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Forum' }).click()
  await expect(page).toHaveURL('/forum?following=1&sort=active')
  await expect(card).toBeVisible()
})

test('a guest who opens what members follow is asked to sign in', { tag: '@all' }, async ({ page }) => {
  await page.goto('/forum?following=1')
  await expect(page.getByRole('heading', { name: 'Sign in to see what you follow' })).toBeVisible()
  const link = page.getByRole('main').getByRole('link', { name: 'Sign In' })
  await expect(link).toHaveAttribute('href', '/auth?redirect=%2Fforum%3Ffollowing%3D1')
})
