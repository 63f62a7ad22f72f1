import type { Page } from '@playwright/test'
import { longestTask, type Round, type TraceEvent } from './figures.ts'
import { openAsMember, type Place, withPage } from './pages.ts'

const ITEMS = 1000
/** Pixels and milliseconds of a turn of the wheel: some eight screens a second. */
const TURN = 800
const PAUSE = 50
/** Turns without anything new: then the end has been reached. */
const TURNS_MOST = 1200

interface Long {
  path: string
  /** What there shall be a thousand of. */
  item: string
  /** The link that loads more where scrolling alone does not, while it is not loading. */
  more?: string
}

const LIST: Long = { path: '/forum', item: 'main .post-card' }

/**
 * Scrolls through a thousand posts, and through a thousand comments: processor milliseconds of the longest task of the page's
 * main thread, by the browser's trace. An observer of long tasks would also count what others of the machine took.
 */
export async function measureScrolling(place: Place, post: string): Promise<Round> {
  const discussion = {
    path: `/post/${post}`,
    item: '[id^="comment-"]',
    more: 'main .page-link:not([aria-busy])',
  }
  return {
    'list of 1,000': await scrollThrough(place, LIST),
    '1,000 comments': await scrollThrough(place, discussion),
  }
}

function scrollThrough(place: Place, { path, item, more }: Long): Promise<number> {
  return withPage(place, 'member', async (page) => {
    await openAsMember(page, path)
    const longest = await traceTasks(page)
    await page.mouse.move(640, 360)
    for (let turn = 0; ; turn++) {
      if (turn > TURNS_MOST) throw new Error(`${path} did not come to its end`)
      await page.mouse.wheel(0, TURN)
      await page.waitForTimeout(PAUSE)
      if (more) await press(page, more)
      if ((await page.locator(item).count()) >= ITEMS && (await isAtEnd(page))) break
    }
    return longest()
  })
}

/** By the page itself: to look for a link by its name, the driver has all of the page laid out, in its main thread. */
function press(page: Page, more: string): Promise<void> {
  return page.evaluate((link) => document.querySelector<HTMLElement>(link)?.click(), more)
}

/** Within two screens. A list that goes on has been read far enough then. */
function isAtEnd(page: Page): Promise<boolean> {
  return page.evaluate(() => scrollY + 3 * innerHeight > document.documentElement.scrollHeight)
}

/** Has the browser note its tasks; gives what tells the longest one of the page's main thread. */
async function traceTasks(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const traceConfig = {
    includedCategories: ['toplevel', 'devtools.timeline', '__metadata'],
    excludedCategories: ['*'],
  }
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return async () => {
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await complete
    return longestTask(events)
  }
}
