import type { Page } from '@playwright/test'
import { awake, holdBack, MOVES, movesOf, noteMoves, restingPlace, SIGNS } from './hands.ts'
import { expect, test } from './journey.ts'
import { makeLongPages } from './long-pages.ts'

const APPLICATION = /\/assets\/application-/
/** The starter: all the script that a guest who reads gets. */
const STARTER = /\/assets\/index-/

const WAYS = [
  ['wheel', 'a move of the mouse'],
  ['wheel', 'a click beside everything'],
  ['keys', 'a key'],
  ['swipe', 'a touch'],
] as const

/** Scrolls while the application is not there yet, lets it come, and expects that nothing moves. */
async function expectStill(page: Page, path: string, [way, sign]: (typeof WAYS)[number], late = APPLICATION) {
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

for (const [width, height] of [
  [390, 844],
  [1440, 600],
] as const)
  test.describe(`at ${width} pixels nothing moves when the application comes`, () => {
    test.use({ viewport: { width, height } })

    for (const way of WAYS) {
      test(`for a guest: ${way.join(', ')}`, async ({ page, newMember, sql }) => {
        const pages = await makeLongPages(sql, (await newMember('writer')).member)
        for (const path of Object.values(pages)) await expectStill(page, path, way)
      })

      test(`for a member: ${way.join(', ')}`, async ({ newMember, sql }) => {
        const { page, member } = await newMember('reader')
        await page.setViewportSize({ width, height })
        const { home, ...pages } = await makeLongPages(sql, member)
        for (const path of Object.values(pages)) await expectStill(page, path, way)
        // Theirs is not in the HTML: it comes with the application, and then the server says who they are.
        await expectStill(page, home, way, /\/api\/me/)
      })
    }

    test('for a guest who has read for a while, in which others wrote', async ({ page, newMember, sql }) => {
      const { member, page: writer } = await newMember('writer')
      const pages = await makeLongPages(sql, member)
      const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
      for (const path of [pages.list, pages.notes]) {
        await page.goto(path)
        await MOVES.wheel(page)
        await restingPlace(page)
        for (const number of Array(20).keys()) {
          await writer.request.post('/api/notes', { headers, data: { content: `New ${number}` } })
          const data = { title: `New ${number}`, content: '<p>Words.</p>' }
          await writer.request.post('/api/posts', { headers, data })
        }
        await page.evaluate(() => {
          const now = Date.now.bind(Date)
          Date.now = () => now() + 40_000
        })
        await noteMoves(page)
        await page.mouse.move(7, 333)
        await awake(page)
        expect(await movesOf(page), path).toEqual([])
      }
    })

    test('for a guest whose page is half there', async ({ page, newMember, sql }) => {
      const pages = await makeLongPages(sql, (await newMember('writer')).member)
      for (const path of Object.values(pages)) await expectStill(page, path, WAYS[0], STARTER)
    })
  })
