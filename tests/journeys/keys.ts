import type { Locator, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** More stops than any page of these journeys has before what is looked for. */
const FAR = 120

/** Presses Tab, or Shift+Tab, until `target` has the focus; at each stop it is to be seen where that is. */
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

/** Goes there and presses Enter, as on a link or a button. */
export async function enter(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}

/** A ring of two pixels around what has the focus or around its label, on the screen and not covered, once it stands still. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  await expect(async () => {
    const { of, ...look } = await page.evaluate(lookOfFocus)
    expect(look, of).toEqual({ isRinged: true, isShown: true })
  }).toPass({ timeout: 2000 })
}

function lookOfFocus() {
  const focused = document.activeElement
  // Between the last stop and the first is the browser itself.
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
  // Some of it is enough: a text may be longer than the screen.
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
  // Toasts let the pointer through.
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

/** Every stop of a page from its beginning on, once around. */
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
