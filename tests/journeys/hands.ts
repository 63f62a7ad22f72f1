import type { CDPSession, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Distance in pixels to scroll with the wheel. Shorter pages scroll to their end. */
const FAR = 1500

/** Ways to scroll. Touches and keys make the page load its JavaScript, but the wheel does not. */
export const MOVES = {
  wheel: (page: Page) => page.mouse.wheel(0, FAR),
  keys: async (page: Page) => {
    await page.keyboard.press('PageDown')
    await page.keyboard.press('Space')
  },
  swipe: async (page: Page) => {
    const cdp = await withFingers(page)
    const finger = (type: 'touchStart' | 'touchMove', y: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: 180, y }] })
    await finger('touchStart', 700)
    for (let y = 680; y > 100; y -= 20) await finger('touchMove', y)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  },
}

/** Ways to make the page load its JavaScript without scrolling or activating a control. */
export const SIGNS = {
  'a move of the mouse': moveMouse,
  'a click beside everything': (page: Page) => page.mouse.click(3, 450),
  'a key': (page: Page) => page.keyboard.press('Shift'),
  'a touch': async (page: Page) => {
    const cdp = await withFingers(page)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 3, y: 450 }] })
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  },
}

async function withFingers(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
  return cdp
}

/** Waits until scrolling has stopped. Returns the scroll position. */
export async function restingPlace(page: Page): Promise<number> {
  let before = -1
  await expect(async () => {
    const now = await page.evaluate(() => scrollY)
    const was = before
    before = now
    expect(now).toBe(was)
  }).toPass({ intervals: [150] })
  return before
}

/**
 * From now on, records each movement of the content in the middle of the screen, in pixels. Ignores movements
 * below one pixel, because a swipe ends between two pixels. Observes <main> instead if that content is a
 * loading placeholder, which will be replaced.
 */
export function noteMoves(page: Page): Promise<void> {
  return page.evaluate(() => {
    const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    const read = middle?.closest('[aria-busy=true]') ? document.querySelector('main') : middle
    const place = () => read?.getBoundingClientRect().top ?? Number.NaN
    const moves: number[] = [place()]
    Object.assign(window, { moves })
    const look = () => {
      const isStill = Math.abs(place() - (moves.at(-1) ?? 0)) < 1
      if (!isStill) moves.push(place())
      requestAnimationFrame(look)
    }
    look()
  })
}

/** Returns the recorded movements, as offsets in pixels from the first position. */
export function movesOf(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const [first = 0, ...moves] = (window as unknown as { moves: number[] }).moves
    return moves.map((place) => place - first)
  })
}

/** Delays matching requests, as on a slow connection, until the returned function is called. */
export async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, (route) => released.then(() => route.continue()))
  return release
}

/** Moves the pointer, which makes the page load its JavaScript. The pointer must not have moved before. */
export async function wake(page: Page): Promise<void> {
  await drawn(page)
  const ready = page.evaluate(
    () => new Promise<void>((done) => addEventListener('application-ready', () => done())),
  )
  await moveMouse(page)
  await ready
}

/** Moves the pointer twice, because a page ignores the first move, which a resting pointer may cause. */
export async function moveMouse(page: Page): Promise<void> {
  await page.mouse.move(3, 330)
  await page.mouse.move(9, 339)
}

/** Waits for the first frame, because Chromium ignores mouse input before it. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Opens a page and waits until its JavaScript runs, wherever the pointer was before. */
export async function gotoAwake(page: Page, path: string): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('application-ready', () => Object.assign(window, { isApplicationReady: true })),
  )
  await page.goto(path)
  await drawn(page)
  await moveMouse(page)
  await page.waitForFunction(() => 'isApplicationReady' in window)
}

/** Waits until the page's JavaScript runs, knows the viewer, and has done its idle work. */
export async function awake(page: Page): Promise<void> {
  await expect(page.locator('html[data-session=member], html[data-session=none]')).toHaveCount(1)
  await expect(page.locator('main .skeleton:visible')).toHaveCount(0)
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestIdleCallback(() => setTimeout(() => requestAnimationFrame(resolve), 300)),
      ),
  )
}
