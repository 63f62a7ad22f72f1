import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { enter, expectVisibleFocus, stopsOf, tabTo } from './keys.ts'

/** The search field. It becomes a combobox when the page's JavaScript runs, so this finds it by its label. */
const searchBox = (page: Page) => page.getByRole('banner').getByLabel('Search discussions...').first()

test('menus, sheets and dialogs open, are walked through and let go, by keys', async ({ newMember }) => {
  const { page } = await newMember('menus')
  const account = page.getByRole('button', { name: 'Account', exact: true })
  await page.goto('/forum')
  await tabTo(account)
  await page.keyboard.press('ArrowDown')
  const item = (name: string) => page.getByRole('menuitem', { name })
  await expect(item('Profile')).toBeFocused()
  await expectVisibleFocus(page)
  await page.keyboard.press('ArrowDown')
  await expect(item('Bookmarks')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Drafts')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Reports')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(item('Settings')).toBeFocused()
  await page.keyboard.press('End')
  await expect(item('Sign out')).toBeFocused()
  await expectVisibleFocus(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(account).toBeFocused()

  const bell = page.getByRole('button', { name: /^Notifications/ })
  await tabTo(bell, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Notifications' })
  await expect(sheet).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(bell).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeFocused()
  await page.keyboard.press('Tab')
  // The sheet contains nothing that can get the focus, so Tab leaves and closes it.
  await expect(sheet).toBeHidden()

  await page.goto('/forum')
  const opener = page.getByRole('button', { name: 'Keyboard shortcuts' })
  await tabTo(opener)
  await page.keyboard.press('Enter')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toBeVisible()
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press('Tab')
    await expectVisibleFocus(page)
    await expect(help.locator(':focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the help names the keys that work, which can be turned off', { tag: '@all' }, async ({ page }) => {
  await page.goto('/forum')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByRole('definition')).toHaveText(['/', 'n', 'c', 'q', 'j', 'k', '?', 'Ctrl K', 'F6'])
  await page.keyboard.press('j')
  await expect(help).toBeVisible()
  await tabTo(help.getByRole('checkbox', { name: 'Use these shortcuts' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await page.keyboard.press('/')
  await expect(help).toBeHidden()
  await expect(page).toHaveURL('/forum')
  await expect(searchBox(page)).not.toBeFocused()
  await enter(page.getByRole('button', { name: 'Keyboard shortcuts' }))
  await tabTo(help.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('njk?/')
  await expect(searchBox(page)).toHaveValue('njk?/')
})

/** Widths to test. Most keyboard users have wide screens, but zooming makes a page as narrow as a phone. */
const WIDTHS = process.env.LONG_TESTS ? [390, 1440] : [1440]

for (const width of WIDTHS)
  test(`the keyboard comes around each page and is seen at every stop, at ${width} pixels`, {
    tag: '@all',
  }, async ({ newMember }) => {
    const { page } = await newMember('around')
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/', '/about', '/create-post-rich', '/messages', '/edit-profile', '/notifications']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
      await expect(page.locator('.skeleton:visible, .spinner:visible')).toHaveCount(0)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      const stops = await stopsOf(page)
      expect(stops[0], path).toBe('Skip to content')
      expect(stops.length, path).toBeGreaterThan(8)
    }
  })
