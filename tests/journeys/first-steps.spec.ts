import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const stepsOn = (page: Page) => page.getByRole('region', { name: 'First steps' })

test('a new member is led through first steps, and left alone once they are done', { tag: '@all' }, async ({
  newMember,
}) => {
  // Publishes as three members, so that there are authors to follow.
  for (const name of ['writer', 'author', 'poet']) {
    const { page } = await newMember(name)
    await write(page, `By the ${name} ${crypto.randomUUID().slice(0, 8)}`)
  }
  const { page } = await newMember('beginner')
  await page.goto('/')
  const steps = stepsOn(page)
  await expect(steps.getByRole('status')).toHaveText('0 of 3 done')
  const people = steps.getByRole('list', { name: 'People to follow' }).getByRole('listitem')
  await expect(people).toHaveCount(3)
  for (const person of await people.all()) {
    await person.getByRole('button', { name: /^Follow/ }).click()
    await expect(page.getByText('Following user').first()).toBeVisible()
  }
  await expect(steps.getByRole('heading', { name: 'Follow 3 people (done)' })).toBeVisible()
  await expect(steps.getByRole('status')).toHaveText('1 of 3 done')

  await steps.getByRole('link', { name: 'Write your bio' }).click()
  await page.getByLabel('Bio').fill('I have just come.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(steps.getByRole('status')).toHaveText('2 of 3 done')

  await steps.getByRole('link', { name: 'Browse concepts' }).click()
  await expect(page.getByRole('heading', { name: 'Concepts', level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Follow this concept' }).click()
  await expect(page.getByRole('button', { name: 'Following this concept' })).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(steps.getByRole('status')).toHaveText('All done. Enjoy the forum!')
})

test('first steps that are put away stay away, on every device, and nothing moves when there are none', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('hurried')
  await page.goto('/')
  const isPutAway = page.waitForResponse('**/api/me/first-steps')
  await stepsOn(page).getByRole('button', { name: 'Dismiss first steps' }).click()
  await expect(stepsOn(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await isPutAway
  await expect.poll(() => page.evaluate(() => localStorage.getItem('first-steps-over'))).not.toBeNull()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/first-steps')) asked.push(request.url())
  })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Recent Discussions' })).toBeVisible()
  await expect(stepsOn(page)).toBeHidden()
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
  // Simulates another device, on which the first steps have not been dismissed.
  await page.evaluate(() => localStorage.removeItem('first-steps-over'))
  await page.reload()
  await expect(page.getByRole('link', { name: 'View All Posts' })).toBeVisible()
  await expect(stepsOn(page)).toBeHidden()
})

test.describe('not to be had', () => {
  test.use({ expected: [/Failed to load resource/] })

  test('the home is there without them, and they stay where they cannot be put away', {
    tag: '@all',
  }, async ({ newMember }) => {
    const { page } = await newMember('unlucky')
    const refuse = (method: string) =>
      page.route('**/api/me/first-steps', (route) =>
        route.request().method() === method ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
      )
    await refuse('DELETE')
    await page.goto('/')
    await stepsOn(page).getByRole('button', { name: 'Dismiss first steps' }).click()
    await expect(page.getByText('The first steps could not be dismissed.')).toBeVisible()
    await expect(stepsOn(page)).toBeVisible()
    await refuse('GET')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Recent Discussions' })).toBeVisible()
    await expect(page.getByRole('link', { name: /View All Posts|Create First Post/ })).toBeVisible()
    await expect(stepsOn(page)).toBeHidden()
  })
})

async function write(page: Page, title: string) {
  const data = { title, content: '<p>Words.</p>' }
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  expect((await page.request.post('/api/posts', { data, headers })).status()).toBe(201)
}
