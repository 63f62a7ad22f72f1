import type { Page } from '@playwright/test'
import { atShare } from '../times.ts'
import type { Round } from './figures.ts'
import { openAsMember, type Place, withPage } from './pages.ts'

const WAYS = 20
/** Titles of the list, which lead to their posts. */
const LINKS = 'main a.card-title'
/** Milliseconds from where a pointer comes to rest on a link until it is pressed: the page may get ready in them. */
const AIM = 200
/** Milliseconds on a page before going back: nobody reads in less. */
const LOOK = 500

/**
 * A member goes from the list to a post and back, twenty times, each time to another: milliseconds from the press until what
 * they want to see is painted, at the 95th percentile. More than the next paint after the press, which may show nothing new.
 */
export async function measureWay(place: Place): Promise<Round> {
  return withPage(place, 'member', async (page) => {
    await openAsMember(page, '/forum')
    const there: number[] = []
    const back: number[] = []
    for (let way = 0; way < WAYS; way++) {
      const link = page.locator(LINKS).nth(way)
      await link.scrollIntoViewIfNeeded()
      const title = (await link.innerText()).trim()
      await link.hover()
      await page.waitForTimeout(AIM)
      await timeUntil(page, { title, at: 'main h1' })
      await page.mouse.down()
      await page.mouse.up()
      there.push(await timeOf(page))
      await page.waitForTimeout(LOOK)
      await timeUntil(page, { title, at: LINKS })
      await page.evaluate(() => history.back())
      back.push(await timeOf(page))
      await page.waitForTimeout(LOOK)
    }
    return { 'list to post': atShare(there, 0.95), 'post to list': atShare(back, 0.95) }
  })
}

/** From the next click or `history.back()` on, until this title stands there and is painted. */
function timeUntil(page: Page, wanted: { title: string; at: string }): Promise<void> {
  return page.evaluate(({ title, at }) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    Object.assign(window, { timed: promise })
    const isThere = () =>
      [...document.querySelectorAll<HTMLElement>(at)].some(
        (element) => element.innerText.trim() === title && element.checkVisibility(),
      )
    const look = (start: number) => {
      if (!isThere()) return void requestAnimationFrame(() => look(start))
      // Asked before each frame: the one that this stands in has been drawn when the next task runs.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - start)
      port2.postMessage(undefined)
    }
    const begin = ({ timeStamp }: Event) => {
      removeEventListener('click', begin, true)
      removeEventListener('popstate', begin, true)
      requestAnimationFrame(() => look(timeStamp))
    }
    addEventListener('click', begin, true)
    addEventListener('popstate', begin, true)
  }, wanted)
}

const timeOf = (page: Page) => page.evaluate(() => (window as unknown as { timed: Promise<number> }).timed)
