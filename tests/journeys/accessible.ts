import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** All rules that axe has, but for those of level AAA: that is promised for the text of posts alone. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']
/** What is left out. */
const AAA = ['wcag2aaa']
/** What another theme may change. */
const COLOURS = ['cat.color']
/** What a width between a phone's and a desktop's may change: colours that lie upon each other, and what is too small to hit. */
const LAYOUT = [...COLOURS, 'wcag258']

/** The minified one is half as long: it is sent to every page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  theme: 'dark' | 'light'
  width: number
  tags: string[]
}
/** `npm test` looks at the main pages once each (axe.spec.ts), `npm run test:all` at each state in every theme and width. */
const IS_LONG = Boolean(process.env.LONG_TESTS)
const LOOKS: Look[] = [
  { theme: 'dark', width: 390, tags: ALL },
  { theme: 'light', width: 1440, tags: ALL },
  { theme: 'light', width: 390, tags: ALL },
  { theme: 'dark', width: 820, tags: LAYOUT },
  { theme: 'dark', width: 1440, tags: ALL },
]
/** A list of fifty takes three times as long as one of twelve, and what comes after them is made of the same parts. */
const REST_OF_LISTS = 'li:nth-child(n+13)'

/** What axe finds on the page as it is now. Not by @axe-core/playwright, which loads axe anew, and a page, for every look. */
export async function expectAccessible(page: Page, where = '', tags = ALL): Promise<void> {
  const isKnown = await page.evaluate(async () => {
    // Cards far below have their colours once somebody comes near (parts.css): all are looked at.
    delete document.documentElement.dataset.fromTop
    const isMoving = () => document.getAnimations().some(({ playState }) => playState === 'running')
    do await new Promise(requestAnimationFrame)
    while (isMoving())
    return 'axe' in globalThis
  })
  if (!isKnown) await page.evaluate(AXE)
  const asked = async ({ values, without, exclude }: Record<'values' | 'without' | 'exclude', string[]>) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const rules = Object.fromEntries(axe.getRules(without).map(({ ruleId }) => [ruleId, { enabled: false }]))
    const { violations } = await axe.run(
      { exclude },
      { runOnly: { type: 'tag', values }, rules, resultTypes: ['violations'] },
    )
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  }
  const exclude = IS_LONG ? [] : [REST_OF_LISTS]
  const found = await page.evaluate(asked, { values: tags, without: AAA, exclude })
  expect.soft(found, where).toEqual([])
}

/**
 * The same in both themes at the width that the page has, without another load; in the long tests alone. The page is dark
 * afterwards.
 */
export async function expectAccessibleInThemes(page: Page, where: string): Promise<void> {
  if (!IS_LONG) return
  await chooseTheme(page, 'light')
  await expectAccessible(page, `${where}, light`, COLOURS)
  await chooseTheme(page, 'dark')
  await expectAccessible(page, `${where}, dark`)
}

/**
 * The same of a page, or of a state that it can be in, in every theme and width without another load; in the long tests
 * alone. The page has a desktop's width afterwards.
 */
export async function expectAccessibleEverywhere(page: Page, where: string): Promise<void> {
  if (!IS_LONG) return
  // What fades away while axe looks at it has faint colours for a moment, and a button that waits goes on turning.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { theme, width, tags } of LOOKS) {
    await chooseTheme(page, theme)
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${where}, ${theme}, ${width} px`, tags)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: null })
}

/** As another tab would: the page follows. */
export async function chooseTheme(page: Page, theme: Look['theme']): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('theme', name)
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  }, theme)
}

/** A language, one heading of the first level, a main part, and nothing that has to be scrolled to the side. */
export async function expectStructure(page: Page, where: string): Promise<void> {
  await expect.soft(page.locator('html'), where).toHaveAttribute('lang', 'en')
  await expect.soft(page.getByRole('heading', { level: 1 }), where).toHaveCount(1)
  await expect.soft(page.getByRole('main'), where).toHaveCount(1)
}

/**
 * WCAG 1.4.10, 1.4.4 and 1.4.12: at 320 px, with text of twice the size, and with the spacing that a reader may set,
 * nothing is lost at the side.
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

/** A constructed sheet: one in the document would be refused by the content security policy. */
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

/** What reaches beyond the right edge, unless it is in a part that scrolls by itself. */
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
