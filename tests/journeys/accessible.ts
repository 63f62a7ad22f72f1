import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Tags of all axe rules except WCAG level AAA, which the forum only promises for the text of posts. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']
/** Tags of axe rules that are excluded. */
const AAA = ['wcag2aaa']
/** Tags of axe rules whose result may depend on the theme. */
const COLOURS = ['cat.color']
/** Tags of axe rules that may fail at tablet width but not at others: overlapping colours, small targets. */
const LAYOUT = [...COLOURS, 'wcag258']

/** The axe script, which runs in each checked page. The minified one, which is half as large. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  theme: 'dark' | 'light'
  width: number
  tags: string[]
}
/** `npm test` checks main pages once (axe.spec.ts), `npm run test:all` all states, themes and widths. */
const IS_LONG = Boolean(process.env.LONG_TESTS)
const LOOKS: Look[] = [
  { theme: 'dark', width: 390, tags: ALL },
  { theme: 'light', width: 1440, tags: ALL },
  { theme: 'light', width: 390, tags: COLOURS },
  { theme: 'dark', width: 820, tags: LAYOUT },
  { theme: 'dark', width: 1440, tags: COLOURS },
]
/** List items that `npm test` skips. Checking fifty similar items takes three times as long as twelve. */
const REST_OF_LISTS = 'li:nth-child(n+13)'

/** Checks the page with axe. Does not use @axe-core/playwright, which opens another page for each check. */
export async function expectAccessible(page: Page, where = '', tags = ALL): Promise<void> {
  const isKnown = await page.evaluate(async () => {
    // Gives all cards their colours, which those far below otherwise get when scrolled near (parts.css).
    delete document.documentElement.dataset.fromTop
    const isMoving = () => document.getAnimations().some(({ playState }) => playState === 'running')
    do await new Promise(requestAnimationFrame)
    while (isMoving())
    return 'axe' in globalThis
  })
  if (!isKnown) await page.evaluate(AXE)
  const exclude = IS_LONG ? [] : [REST_OF_LISTS]
  const found = await findViolations(page, tags, exclude)
  const isSmall = ([rule]: string[]) => rule === 'target-size'
  if (!found.some(isSmall)) return expect.soft(found, where).toEqual([])
  // A fixed bar may cover most of a button at this scroll position, which is not a fault. Looks again elsewhere.
  await page.evaluate(() => scrollBy(0, scrollY > 150 ? -150 : 150))
  const again = (await findViolations(page, tags, exclude)).find(isSmall) ?? []
  const small = found.find(isSmall)?.filter((html) => again.includes(html)) ?? []
  const others = found.filter((violation) => !isSmall(violation))
  expect.soft(small.length > 1 ? [...others, small] : others, where).toEqual([])
}

/** Returns the violated axe rules, each with the HTML of its elements. */
function findViolations(page: Page, values: string[], exclude: string[]): Promise<string[][]> {
  const run = async ({ values, without, exclude }: Record<'values' | 'without' | 'exclude', string[]>) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const rules = Object.fromEntries(axe.getRules(without).map(({ ruleId }) => [ruleId, { enabled: false }]))
    const { violations } = await axe.run(
      { exclude },
      { runOnly: { type: 'tag', values }, rules, resultTypes: ['violations'] },
    )
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  }
  return page.evaluate(run, { values, without: AAA, exclude })
}

/** Checks both themes at the current width, without a reload. Ends in the dark one. `npm test` skips this. */
export async function expectAccessibleInThemes(page: Page, where: string): Promise<void> {
  if (!IS_LONG) return
  await chooseTheme(page, 'light')
  await expectAccessible(page, `${where}, light`, COLOURS)
  await chooseTheme(page, 'dark')
  await expectAccessible(page, `${where}, dark`)
}

/**
 * Checks the page in its current state in every theme and width, without a reload. Does nothing in `npm
 * test`. Leaves the page at desktop width.
 */
export async function expectAccessibleEverywhere(page: Page, where: string): Promise<void> {
  if (!IS_LONG) return
  // Prevents animations. Elements that fade out have faint colours for a moment, and spinners never stop.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { theme, width, tags } of LOOKS) {
    await chooseTheme(page, theme)
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${where}, ${theme}, ${width} px`, tags)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: null })
}

/** Changes the theme as if in another tab of the browser, so that the page changes it, too. */
export async function chooseTheme(page: Page, theme: Look['theme']): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name)
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  }, theme)
}

/** Expects the page to have a language, exactly one level-1 heading and one main element. */
export async function expectStructure(page: Page, where: string): Promise<void> {
  await expect.soft(page.locator('html'), where).toHaveAttribute('lang', 'en')
  await expect.soft(page.getByRole('heading', { level: 1 }), where).toHaveCount(1)
  await expect.soft(page.getByRole('main'), where).toHaveCount(1)
}

/**
 * Expects that no content is cut off on the right: at a width of 320 px (WCAG 1.4.10), with text of twice the
 * size (1.4.4), and with increased text spacing (1.4.12).
 */
export async function expectReflow(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await lostAtTheSide(page), `${where}, 320 px`).toEqual([])
  await withStyle(page, SPACED, async () => {
    expect.soft(await lostAtTheSide(page), `${where}, 320 px, spaced`).toEqual([])
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await withStyle(page, 'html { font-size: 200% }', async () => {
    expect.soft(await lostAtTheSide(page), `${where}, text of twice the size`).toEqual([])
  })
}

const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** Applies styles during `act`. Uses a CSSStyleSheet, because the content security policy blocks others. */
async function withStyle(page: Page, css: string, act: () => Promise<void>): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
  await act()
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
}

/** Returns the elements beyond the right edge of the window, except those inside scrollable elements. */
function lostAtTheSide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const scrolls = (element: Element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX)
    const isInside = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (scrolls(element) || isInside(element.parentElement))
    return [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element.getBoundingClientRect().right > innerWidth + 1 && !isInside(element.parentElement),
      )
      .map((element) => element.outerHTML.slice(0, 120))
  })
}
