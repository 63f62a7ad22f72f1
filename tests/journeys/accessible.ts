import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './journey.ts'

const THEMES = ['dark', 'light'] as const
/** By theme. Colours are the same at each width, all else in each theme: one theme on a phone and the other on a desktop show nearly all. */
const WIDTHS: Record<(typeof THEMES)[number], number[]> = process.env.LONG_TESTS
  ? { dark: [390, 820, 1440], light: [390, 1440] }
  : { dark: [390], light: [1440] }

/** All rules that axe has, but for those of level AAA: that is promised for the text of posts alone. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']
/** What is left out. */
const AAA = ['wcag2aaa']
/** What another theme may change. */
const COLOURS = ['cat.color']
/** What a width between a phone's and a desktop's may change: colours that lie upon each other, and what is too small to hit. */
const LAYOUT = [...COLOURS, 'wcag258']

/** What axe finds on the page as it is now. Not by @axe-core/playwright, which loads axe anew, and a page, for every look. */
export async function expectAccessible(page: Page, where = '', tags = ALL): Promise<void> {
  // Cards far below have their colours once somebody comes near (parts.css): all are looked at.
  await page.evaluate(() => delete document.documentElement.dataset.fromTop)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const asked = async ({ values, without }: Record<'values' | 'without', string[]>) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const rules = Object.fromEntries(axe.getRules(without).map(({ ruleId }) => [ruleId, { enabled: false }]))
    // Base UI's: they hand the focus on at once, so nobody ever stands on what is hidden from them.
    const context = { exclude: ['[data-base-ui-focus-guard]'] }
    const { violations } = await axe.run(context, {
      runOnly: { type: 'tag', values },
      rules,
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
  }
  const found = await page.evaluate(asked, { values: tags, without: AAA })
  expect.soft(found, where).toEqual([])
}

/** The same in both themes at the width that the page has, without another load; the page is dark afterwards. */
export async function expectAccessibleInThemes(page: Page, where = ''): Promise<void> {
  for (const [theme, tags] of [
    ['light', COLOURS],
    ['dark', ALL],
  ] as const) {
    await chooseTheme(page, theme)
    await expectAccessible(page, `${where}, ${theme}`, tags)
  }
}

/** The same in every theme and width, without another load. */
export async function expectAccessibleEverywhere(page: Page, where: string): Promise<void> {
  // What fades away while axe looks at it has faint colours for a moment, and a button that waits goes on turning.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const theme of THEMES) {
    await chooseTheme(page, theme)
    for (const width of WIDTHS[theme]) {
      await page.setViewportSize({ width, height: 900 })
      const tags = width === 820 ? LAYOUT : ALL
      await expectAccessible(page, `${where}, ${theme}, ${width} px`, tags)
    }
  }
  await page.emulateMedia({ reducedMotion: null })
}

/** As another tab would: the page follows. */
async function chooseTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
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
