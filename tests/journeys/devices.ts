import type { CDPSession, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Switches the page to touch input. Returns its DevTools session. */
export async function touchWithFingers(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  return cdp
}

/** Expects all fields to have text of at least 16 px. Otherwise, iOS zooms in on a focused field. */
export async function expectNoZoomOnFocus(page: Page, where: string): Promise<void> {
  const cdp = await touchWithFingers(page)
  const small = await page.evaluate(() => {
    const isTypedInto = ':not([type=checkbox], [type=radio], [type=file], [type=hidden], [type=range])'
    return [...document.querySelectorAll(`input${isTypedInto}, textarea, select, [contenteditable=true]`)]
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 120))
  })
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await cdp.detach()
  expect(small, `${where}: fields with letters below 16 px`).toEqual([])
}

/** Expects visible icons in forced colours, with a dark theme in the forum and a light one in the system. */
export async function expectIconsInForcedColors(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light', reducedMotion: 'reduce' })
  // Polls, because colours may still be in transition.
  await expect
    .poll(() => page.evaluate(faintIcons), { message: `${where}: icons with a contrast below 3:1` })
    .toEqual([])
  await page.emulateMedia({ forcedColors: null, colorScheme: null, reducedMotion: null })
}

/** Returns the icons with a contrast below 3:1. Runs in the page. */
function faintIcons(): string[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const luminance = (color: string) => {
    if (!context) return 0
    // Draws the colour on white, because it may be translucent.
    for (const layer of ['white', color]) {
      context.fillStyle = layer
      context.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const groundOf = (element: Element | null): string => {
    if (!element) return 'Canvas'
    const { backgroundColor } = getComputedStyle(element)
    return /^rgba\(.*, 0\)$/.test(backgroundColor) ? groundOf(element.parentElement) : backgroundColor
  }
  const contrast = (one: number, other: number) =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  const colorOf = (sign: Element) => {
    const { backgroundColor, color } = getComputedStyle(sign)
    return sign.matches('svg') ? color : backgroundColor
  }
  return [...document.querySelectorAll('.icon, svg:not([role=img])')]
    .filter((sign) => sign.checkVisibility({ visibilityProperty: true }) && !sign.closest(':disabled'))
    .filter((sign) => contrast(luminance(colorOf(sign)), luminance(groundOf(sign.parentElement))) < 3)
    .map((sign) => sign.parentElement?.outerHTML.slice(0, 160) ?? '')
}
