import type { Page } from '@playwright/test'
import { awake, holdBack, MOVES, moveMouse, movesOf, noteMoves, restingPlace, SIGNS, wake } from './hands.ts'
import { expect, test } from './journey.ts'
import { makeLongPages } from './long-pages.ts'

const APPLICATION = /\/assets\/application-/
/** The starter: the only script that loads until a guest interacts with the page. */
const STARTER = /\/assets\/index-/

type Way = readonly [keyof typeof MOVES, keyof typeof SIGNS]

/** Further ways to scroll and to make the page load its JavaScript, which then runs as after a mouse move. */
const OTHER_WAYS: Way[] = [
  ['wheel', 'a click beside everything'],
  ['keys', 'a key'],
]

/** Screen sizes in pixels, with ways to scroll and to make the page load its JavaScript. */
const SCREENS: { viewport: { width: number; height: number }; ways: readonly [Way, ...Way[]] }[] = [
  { viewport: { width: 390, height: 844 }, ways: [['swipe', 'a touch']] },
  {
    viewport: { width: 1440, height: 600 },
    ways: [['wheel', 'a move of the mouse'], ...(process.env.LONG_TESTS ? OTHER_WAYS : [])],
  },
]

/** Scrolls before the page's JavaScript has loaded. Then lets it load and expects that nothing moves. */
async function expectStill(page: Page, path: string, [way, sign]: Way, late = APPLICATION) {
  const release = await holdBack(page, late)
  await page.goto(path, { waitUntil: late === STARTER ? 'commit' : 'load' })
  await expect(page.locator('main h1:visible').first()).toBeAttached()
  await MOVES[way](page)
  const place = await restingPlace(page)
  expect(place, `${path} by ${way}`).toBeGreaterThan(100)
  await noteMoves(page)
  await SIGNS[sign](page)
  release()
  if (late === STARTER) {
    await page.waitForLoadState('load')
    await SIGNS[sign](page)
  }
  await awake(page)
  expect.soft(await movesOf(page), `${path}: ${way}, then ${sign}`).toEqual([])
}

for (const { viewport, ways } of SCREENS)
  test.describe(`at ${viewport.width} pixels nothing moves when the application comes`, () => {
    test.use({ viewport })

    for (const way of ways) {
      test(`for a guest: ${way.join(', ')}`, { tag: '@all' }, async ({ page, newMember, sql }) => {
        const pages = await makeLongPages(sql, (await newMember('writer')).member)
        for (const path of Object.values(pages)) await expectStill(page, path, way)
      })

      test(`for a member: ${way.join(', ')}`, { tag: '@all' }, async ({ newMember, sql }) => {
        const { page, member } = await newMember('reader')
        await page.setViewportSize(viewport)
        const { home, ...pages } = await makeLongPages(sql, member)
        for (const path of Object.values(pages)) await expectStill(page, path, way)
        // A member's home is not in the HTML. The page shows it when the response of /api/me has arrived.
        await expectStill(page, home, way, /\/api\/me/)
      })
    }

    // These tests take longest and differ least between screens. `npm test` runs them at phone size only.
    if (viewport.width > 390 && !process.env.LONG_TESTS) return

    test('for a guest who has read for a while, in which others wrote', { tag: '@all' }, async ({
      page,
      newMember,
      sql,
    }) => {
      const { member, page: writer } = await newMember('writer')
      const pages = await makeLongPages(sql, member)
      const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
      for (const path of ['/forum', pages.notes]) {
        await page.goto(path)
        await MOVES.wheel(page)
        await restingPlace(page)
        for (const number of Array(5).keys()) {
          await writer.request.post('/api/notes', { headers, data: { content: `New ${number}` } })
          const data = { title: `New ${number}`, content: '<p>Words.</p>' }
          await writer.request.post('/api/posts', { headers, data })
        }
        await page.evaluate(() => {
          const now = Date.now.bind(Date)
          Date.now = () => now() + 40_000
        })
        await noteMoves(page)
        await moveMouse(page)
        await awake(page)
        expect(await movesOf(page), path).toEqual([])
      }
    })

    test('for a guest whose page is half there', { tag: '@all' }, async ({ page, newMember, sql }) => {
      const pages = await makeLongPages(sql, (await newMember('writer')).member)
      for (const path of Object.values(pages)) await expectStill(page, path, ways[0], STARTER)
    })
  })

test('what is far below a list is laid out at once where one comes back to it', { tag: '@all' }, async ({
  page,
  newMember,
  sql,
}) => {
  const pages = await makeLongPages(sql, (await newMember('writer')).member)
  const links = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link')
  const isLaidOut = () =>
    links.nth(39).evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }))
  await page.goto(pages.list)
  expect(await isLaidOut()).toBe(false)
  await page.reload()
  expect(await isLaidOut()).toBe(true)
  await page.goto(pages.list)
  await wake(page)
  expect(await isLaidOut()).toBe(false)
  await links.first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Long/ })).toBeVisible()
  await page.goBack()
  await expect(links.first()).toBeFocused()
  expect(await isLaidOut()).toBe(true)
})
