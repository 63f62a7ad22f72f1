import type { CDPSession, Page } from '@playwright/test'
import { atShare } from '../times.ts'
import type { Round } from './figures.ts'
import { openAsMember, type Place, withPage } from './pages.ts'

/** What is there before the keys are pressed: twenty paragraphs of so many characters. */
const PARAGRAPHS = 20
const PARAGRAPH = 'The argument cuts both ways, and so it has been said before. '.repeat(9).slice(0, 500)
const KEYS = 100
/** Milliseconds from key to key of somebody quick: what is made in a pause has none. */
const PACE = 100

/**
 * Types in the middle of 10,000 characters: processor milliseconds that the page's main thread takes from a key to the paint
 * that shows it (handlers, React, style, layout, paint), at the 95th percentile of 100 keys. That is what has to fit into a
 * frame. The Event Timing API would add the wait for the screen, up to a frame, and round to eight.
 */
export async function measureTyping(place: Place): Promise<Round> {
  return withPage(place, 'member', async (page) => {
    await openAsMember(page, '/create-post-rich')
    const editor = page.getByRole('textbox', { name: 'Content' })
    await editor.click()
    for (let n = 0; n < PARAGRAPHS; n++) {
      await page.keyboard.insertText(PARAGRAPH)
      if (n < PARAGRAPHS - 1) await page.keyboard.press('Enter')
    }
    await editor
      .locator('p')
      .nth(PARAGRAPHS / 2)
      .click()
    await page.waitForTimeout(1000)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const times: number[] = []
    for (let key = 0; key < KEYS; key++) {
      const before = await taskTime(cdp)
      await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e')
      await painted(page)
      times.push((await taskTime(cdp)) - before)
      await page.waitForTimeout(PACE)
    }
    return { 'a key of 10,000': atShare(times, 0.95) }
  })
}

/** Milliseconds that all tasks of the page's main thread have computed. */
async function taskTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}

function painted(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}
