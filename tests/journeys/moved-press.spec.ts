import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

const voteUp = (page: Page) =>
  page.getByRole('group', { name: 'Vote on this post' }).getByRole('button', { name: 'Vote up' })
const answer = (page: Page) => page.getByText('Please sign in to vote').first()

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

/** Opens a post as a guest. The page will move under the pointer while a mouse button is held down. */
async function openMovingPost(author: Page, page: Page) {
  const data = { title: 'It moves', content: '<p>Something to vote on.</p>' }
  const response = await author.request.post('/api/posts', { data, headers: CSRF })
  expect(response.status()).toBe(201)
  await page.goto(`/post/${(await response.json()).id}`)
  // Presses another button, whose response proves that the page's JavaScript is running.
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(page.getByText('You must be signed in to bookmark posts').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
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

test('a press counts for the control that replaces the pressed one meanwhile', async ({ newMember }) => {
  const { page } = await newMember('author', '/forum')
  const create = page.getByRole('banner').getByRole('link', { name: 'Create Post' })
  await create.hover()
  await page.evaluate(() => {
    const replace = ({ target }: Event) => {
      const link = (target as Element).closest('a') as HTMLElement
      const successor = link.cloneNode(true) as HTMLElement
      successor.id = 'successor'
      link.replaceWith(successor)
    }
    addEventListener('pointerdown', (event) => setTimeout(() => replace(event)), { once: true })
  })
  await page.mouse.down()
  await expect(page.locator('#successor')).toBeVisible()
  await page.mouse.up()
  await expect(page).toHaveURL(/\/create-post-rich/)
})
