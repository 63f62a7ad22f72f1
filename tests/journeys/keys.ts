import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Maximum number of Tab presses to reach a target. No page has more focusable elements before one. */
const FAR = 120

/** Presses Tab or Shift+Tab until `target` has the focus. Checks at each stop that the focus is visible. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let stop = 0; stop < FAR; stop++) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
    await expectVisibleFocus(page)
  }
  throw new Error(`${FAR} stops of the keyboard, and none is ${target}`)
}

/** Moves the focus to the target and presses Enter. */
export async function enter(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}

/**
 * Expects the focused element or its label to have an outline of at least two pixels, to be on the screen and
 * not to be covered. Retries for 2 s, until animations have ended.
 */
export async function expectVisibleFocus(page: Page): Promise<void> {
  await expect(async () => {
    const { of, ...look } = await page.evaluate(lookOfFocus)
    expect(look, of).toEqual({ isRinged: true, isShown: true })
  }).toPass({ timeout: 2000 })
}

function lookOfFocus() {
  const focused = document.activeElement
  // After the last focusable element of the page, the browser's own controls have the focus.
  if (!focused || focused === document.body) return { of: 'the browser', isRinged: true, isShown: true }
  const hasRing = (element: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  }
  const near = [focused, focused.parentElement, focused.parentElement?.parentElement].filter(
    (each) => each != null,
  )
  const ringed = near.find(hasRing)
  const { top, bottom, left, right } = (ringed ?? focused).getBoundingClientRect()
  // Checks only the middle of the visible part, because text may be longer than the screen.
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  // Toasts ignore the pointer, so elementFromPoint() would not find a focused toast.
  const [{ style }] = near as [HTMLElement]
  style.pointerEvents = 'auto'
  const hit = document.elementFromPoint(x, y)
  style.pointerEvents = ''
  const isShown = hit !== null && near.some((each) => each.contains(hit) || hit.contains(focused))
  return {
    of: `${focused.outerHTML.slice(0, 160)} behind ${hit?.outerHTML.slice(0, 80)}`,
    isRinged: ringed !== undefined,
    isShown,
  }
}

/** Moves the focus once through the whole page with Tab. Returns the names of all focused elements. */
export async function stopsOf(page: Page): Promise<string[]> {
  const stops: string[] = []
  for (let stop = 0; stop < 4 * FAR; stop++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      if (focused === document.body || focused.dataset.walked) return undefined
      focused.dataset.walked = 'yes'
      return focused.getAttribute('aria-label') ?? focused.textContent ?? ''
    })
    if (name === undefined) return stops
    await expectVisibleFocus(page)
    stops.push(name.trim())
  }
  throw new Error('The keyboard never comes around')
}
