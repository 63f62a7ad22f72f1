import type { CDPSession, Page } from '@playwright/test'
import { expect } from './journey.ts'

/** How far somebody reads down, in pixels; less where a page is shorter. */
const FAR = 1500

/** As people move a page: with what is in their hands. Nothing but the finger and the keys is a sign that they want to act. */
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

/** What wakes the application. None of it moves a page by itself, or presses anything. */
export const SIGNS = {
  'a move of the mouse': (page: Page) => page.mouse.move(7, 333, { steps: 2 }),
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

/** Waits until the page has come to rest, and gives how far down it is. */
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
 * From now on every move of what is read is noted, in pixels of the screen, back and forth too. A swipe ends between two
 * pixels: what is less than one is no move. A skeleton is not read, and what comes takes its place: then the page counts.
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

/** How far off its first place it has been since, each time that it moved. */
export function movesOf(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const [first = 0, ...moves] = (window as unknown as { moves: number[] }).moves
    return moves.map((place) => place - first)
  })
}

/** Whatever matches comes only after the call of what this gives: as on a line that is slow. */
export async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, (route) => released.then(() => route.continue()))
  return release
}

/** The application takes over, as it does when somebody acts: on a page over which no mouse has moved yet. */
export async function wake(page: Page): Promise<void> {
  await drawn(page)
  const ready = page.evaluate(
    () => new Promise<void>((done) => addEventListener('application-ready', () => done())),
  )
  await moveMouse(page)
  await ready
}

/** To another place than before: the application ignores a pointer that rests. */
export async function moveMouse(page: Page): Promise<void> {
  await page.mouse.move(3, 330)
  await page.mouse.move(9, 339)
}

/** Chromium drops what a mouse does before the first frame is there, which nobody can have aimed at. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** A page with the application running, wherever the mouse was before. */
export async function gotoAwake(page: Page, path: string): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('application-ready', () => Object.assign(window, { isApplicationReady: true })),
  )
  await page.goto(path)
  await drawn(page)
  await moveMouse(page)
  await page.waitForFunction(() => 'isApplicationReady' in window)
}

/** The application stands, knows who is looking, and has had its time for anything that comes after. */
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
