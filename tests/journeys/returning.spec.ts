import type { Page } from '@playwright/test'
import { awake, holdBack, moveMouse, movesOf, noteMoves, restingPlace } from './hands.ts'
import { expect, test } from './journey.ts'
import { makeLongPages } from './long-pages.ts'

const APPLICATION = /\/assets\/application-/
const READERS = ['guest', 'member'] as const
/** Whether to delay the page's JavaScript until the browser has restored the scroll position. */
const LATENESS = process.env.LONG_TESTS ? [false, true] : [true]

/** Chromium stores the scroll position up to a second late, so a test that leaves sooner loses it. */
const NOTED_MS = 1200

const placeOf = (page: Page) => page.evaluate(() => scrollY)
const scrollTo = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top)

async function wake(page: Page) {
  await moveMouse(page)
  await awake(page)
}

for (const reader of READERS) {
  test(`a ${reader} goes on at the top of another page, and back where they were`, { tag: '@all' }, async ({
    page: guest,
    newMember,
    sql,
  }) => {
    const { page: own, member } = await newMember('reader')
    const page = reader === 'guest' ? guest : own
    const pages = await makeLongPages(sql, member)
    await page.goto(pages.list)
    await wake(page)
    const link = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').nth(20)
    await link.scrollIntoViewIfNeeded()
    const left = await restingPlace(page)
    expect(left).toBeGreaterThan(500)
    await link.click()
    // Waits for the post itself, because its placeholder is too short to scroll.
    await expect(page.getByRole('heading', { level: 1, name: /^Long/ })).toBeVisible()
    await expect.poll(() => placeOf(page)).toBe(0)
    await scrollTo(page, 700)
    expect(await restingPlace(page)).toBe(700)
    await page.goBack()
    await expect.poll(() => placeOf(page)).toBe(left)
    await expect(link).toBeFocused()
    await page.goForward()
    await expect.poll(() => placeOf(page)).toBe(700)
  })

  test(`a ${reader} who loads a page again in its middle stays there`, { tag: '@all' }, async ({
    page: guest,
    newMember,
    sql,
  }) => {
    const { page: own, member } = await newMember('reader')
    const page = reader === 'guest' ? guest : own
    const { home, ...pages } = await makeLongPages(sql, member)
    for (const path of Object.values(pages))
      for (const isLate of LATENESS) {
        await page.goto(path)
        await wake(page)
        await scrollTo(page, 600)
        expect(await restingPlace(page), path).toBe(600)
        const release = isLate ? await holdBack(page, APPLICATION) : undefined
        await page.reload()
        // Allows 3 px. Fonts arrive after the first frame, because requests that Playwright routes bypass the
        // browser's cache. Without Arial or a font with its metrics (fonts-liberation), the text in the first
        // frame is up to 2 px higher or lower.
        await expect.poll(async () => Math.abs((await placeOf(page)) - 600), path).toBeLessThanOrEqual(3)
        await noteMoves(page)
        await moveMouse(page)
        release?.()
        await awake(page)
        expect(await movesOf(page), path).toEqual([])
      }
  })
}

test('the home of a member, whose words come late, is where they were when it is loaded again', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member } = await newMember('reader')
  await makeLongPages(sql, member)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/')
  await wake(page)
  await scrollTo(page, 300)
  expect(await restingPlace(page)).toBe(300)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await awake(page)
  expect(await placeOf(page)).toBe(300)
  await page.goto('/about')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
  await awake(page)
  expect(await placeOf(page)).toBe(300)
})

test('the way back leads to the place on a list also from a page that was loaded again', {
  tag: '@all',
}, async ({ page, newMember, sql }) => {
  const pages = await makeLongPages(sql, (await newMember('writer')).member)
  await page.goto(pages.list)
  await wake(page)
  const link = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').nth(20)
  await link.scrollIntoViewIfNeeded()
  const left = await restingPlace(page)
  await link.click()
  await expect.poll(() => placeOf(page)).toBe(0)
  await awake(page)
  await page.reload()
  // Going back must load the page's JavaScript, although there was no interaction with the page.
  await page.goBack()
  await expect(link).toBeVisible()
  await expect.poll(() => placeOf(page)).toBe(left)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Posts')
  await page.goForward()
  await expect(page).toHaveURL(/\/post\//)
  await expect.poll(() => placeOf(page)).toBe(0)
})

test('the way back leads to the place to which one had read before the application came', {
  tag: '@all',
}, async ({ page, newMember, sql }) => {
  const pages = await makeLongPages(sql, (await newMember('writer')).member)
  const release = await holdBack(page, APPLICATION)
  await page.goto(pages.list)
  const link = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').nth(20)
  await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const left = await restingPlace(page)
  expect(left).toBeGreaterThan(500)
  await expect(page.locator('html[data-session=none]')).toHaveCount(0)
  release()
  await wake(page)
  await link.click()
  await expect(page).toHaveURL(/\/post\//)
  await expect.poll(() => placeOf(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => placeOf(page)).toBe(left)
})

test('the way back leads to the place on a list from another site too', { tag: '@all' }, async ({
  page,
  newMember,
  sql,
  baseURL,
}) => {
  const pages = await makeLongPages(sql, (await newMember('writer')).member)
  for (const isAwake of [false, true]) {
    await page.goto(pages.list)
    if (isAwake) await wake(page)
    await scrollTo(page, 900)
    await page.waitForTimeout(NOTED_MS)
    await page.goto(`${baseURL?.replace('localhost', '127.0.0.1')}/about`)
    await page.goBack()
    await expect.poll(() => placeOf(page)).toBe(900)
    await noteMoves(page)
    await wake(page)
    expect(await movesOf(page)).toEqual([])
  }
})

test('an address with a hash leads to its item, and leaves whoever reads on alone', { tag: '@all' }, async ({
  page,
  newMember,
  sql,
}) => {
  const { post } = await makeLongPages(sql, (await newMember('writer')).member)
  const { rows } = await sql('select id from comments where post_id = $1 order by created_at', [
    post.slice('/post/'.length),
  ])
  const release = await holdBack(page, APPLICATION)
  await page.goto(`${post}#comment-${rows[15]?.id}`)
  const linked = page.getByRole('article').filter({ hasText: 'Comment 16 ' }).last()
  await expect(linked).toBeInViewport()
  await page.mouse.wheel(0, -400)
  expect(await restingPlace(page)).toBeGreaterThan(100)
  await noteMoves(page)
  await moveMouse(page)
  release()
  await awake(page)
  expect(await movesOf(page)).toEqual([])

  await page.goto('/forum')
  await wake(page)
  const go = (href: string) =>
    page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to, textContent: 'There' })
      document.querySelector('main')?.prepend(link)
    }, href)
  await go(`${post}#comment-${rows[15]?.id}`)
  await page.getByRole('link', { name: 'There' }).click()
  await expect(linked).toBeInViewport()
  expect(await restingPlace(page)).toBeGreaterThan(500)
})
