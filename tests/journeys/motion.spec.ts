import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** Returns elements with an animation or transition of more than 1 ms, including their pseudo-elements. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (text: string) => Math.max(...text.split(',').map((each) => Number.parseFloat(each)))
    return [...document.querySelectorAll('*')]
      .filter((element) =>
        [null, '::before', '::after'].some((part) => {
          const { animationDuration, transitionDuration } = getComputedStyle(element, part)
          return Math.max(seconds(animationDuration), seconds(transitionDuration)) > 0.001
        }),
      )
      .map((element) => element.outerHTML.slice(0, 100))
  })
}

test('who asked for no motion gets none, whatever opens', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('still')
  await page.goto('/forum')
  expect(await moving(page)).not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving(page)).toEqual([])
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await moving(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await moving(page)).toEqual([])
})

test('in forced colours what is chosen and what has the focus can still be told', { tag: '@all' }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/notes')
  const main = page.getByRole('navigation', { name: 'Main' })
  const background = (name: string) =>
    main.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).backgroundColor)
  expect(await background('Notes')).not.toBe(await background('Home'))
  await page.keyboard.press('Tab')
  const { style, width } = await page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
    return { style: outlineStyle, width: outlineWidth }
  })
  expect({ style, width }).toEqual({ style: 'solid', width: '2px' })
})
