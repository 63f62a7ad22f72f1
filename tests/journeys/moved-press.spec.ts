import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const voteUp = (page: Page) =>
  page.getByRole('group', { name: 'Vote on this post' }).getByRole('button', { name: 'Vote up' })
const answer = (page: Page) => page.getByText('Please sign in to vote')

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

/** A post whose page moves under the pointer of a guest as soon as a button is held down. */
async function openMovingPost(author: Page, page: Page) {
  const data = { title: 'It moves', content: '<p>Something to vote on.</p>' }
  const response = await author.request.post('/api/posts', { data, headers: CSRF })
  expect(response.status()).toBe(201)
  await page.goto(`/post/${(await response.json()).id}`)
  // Once it answers a press, the application is there.
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByText('You must be signed in to bookmark posts')).toBeVisible()
  await page.evaluate(() => {
    const move = () => {
      const notice = document.createElement('div')
      notice.style.height = '120px'
      document.querySelector('main')?.prepend(notice)
    }
    addEventListener('pointerdown', move, { once: true })
  })
}

test('a press on a button that moves away meanwhile counts for it', async ({ newMember, page }) => {
  const { page: author } = await newMember('author')
  await openMovingPost(author, page)
  await voteUp(page).hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(answer(page)).toBeVisible()
})

test('a pointer that leaves a button before the release has not pressed it', { tag: '@all' }, async ({
  newMember,
  page,
}) => {
  const { page: author } = await newMember('author')
  await openMovingPost(author, page)
  await voteUp(page).hover()
  await page.mouse.down()
  await page.mouse.move(700, 500)
  await page.mouse.up()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(answer(page)).toHaveCount(0)
})
