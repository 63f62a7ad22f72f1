import { holdBack } from './hands.ts'
import { expect, test } from './journey.ts'

test.describe('a guest', () => {
  test('is greeted, finds every place and is told where nothing is', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/What we are becoming/)
    await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/auth?tab=sign-up')
    await expect(page.getByRole('heading', { name: 'Recent Discussions' })).toBeVisible()
    const main = page.getByRole('navigation', { name: 'Main' })
    await expect(main.getByRole('link')).toHaveText([
      'Home',
      'Posts',
      'Notes',
      'Concepts',
      'Resources',
      'Community',
    ])
    await expect(main.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await main.getByRole('link', { name: 'Posts' }).click()
    await expect(page).toHaveURL('/forum')
    await expect(main.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'page')
    await expect(main.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      '/auth',
    )
  })

  test('searches from the header, by mouse and by key', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('/')
    const box = page.getByRole('combobox', { name: 'Search discussions...' })
    await expect(box).toBeFocused()
    await page.keyboard.type('retinal implant')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/forum\?search=retinal(\+|%20)implant$/)
    await expect(box).toHaveValue('retinal implant')
  })

  test('moves with the keyboard alone', { tag: '@all' }, async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Get Started' })).toBeFocused()
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help).toContainText('Search discussions')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
  })
})

const APPLICATION = /\/assets\/application-/

test.describe('without the application', () => {
  test('what is pressed before it has come is done once it has', async ({ page }) => {
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const press = () => page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    for (const ask of [press, () => page.keyboard.press('?')]) {
      const release = await holdBack(page, APPLICATION)
      await page.goto('/')
      await ask()
      release()
      await expect(help).toBeVisible()
    }
  })

  test.describe('and a form that needs it', () => {
    test.use({ expected: [/401/] })

    test('nothing typed is lost, and nothing of it is in the address', { tag: '@all' }, async ({ page }) => {
      const release = await holdBack(page, APPLICATION)
      await page.goto('/auth')
      await page.getByLabel('Email').fill('early@journey.example')
      await page.getByLabel('Password', { exact: true }).fill('not the right one')
      await page.keyboard.press('Enter')
      release()
      await expect(page.getByRole('region', { name: 'What just happened' })).toContainText('Error')
      await expect(page).toHaveURL('/auth')
      await page.getByRole('tab', { name: 'Sign Up' }).click()
      await expect(page.getByLabel('Email')).toHaveValue('early@journey.example')
    })
  })

  test.describe('that never comes', () => {
    test.use({ expected: [/Failed to load resource/] })

    test('the theme, the search and the links still work', { tag: '@all' }, async ({ page }) => {
      await page.route(APPLICATION, (route) => route.abort())
      await page.goto('/')
      await page.getByRole('button', { name: 'Theme: dark' }).click()
      await page.getByRole('button', { name: 'Theme: light' }).click()
      await page.reload()
      await expect(page.getByRole('button', { name: 'Theme: system' })).toBeVisible()
      await page.getByRole('searchbox').fill('ethics')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/forum?search=ethics')
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await expect(page).toHaveURL('/')
    })
  })

  test('and without any script a page reads, links and searches', { tag: '@all' }, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Recent Discussions' })).toBeVisible()
    await page.getByRole('searchbox').fill('ethics')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL('/forum?search=ethics')
    await context.close()
  })
})

test('the theme is dark at first, and follows the system when told to', async ({ page }) => {
  const shown = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  expect(await shown()).toBe('dark')
  await page.getByRole('button', { name: 'Theme: dark' }).click()
  expect(await shown()).toBe('light')
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await expect(page.getByRole('button', { name: 'Theme: system' })).toBeVisible()
  expect(await shown()).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(shown).toBe('dark')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the places are at the bottom, the rest in a drawer, the search behind an icon', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link')).toHaveText(['Home', 'Posts', 'Notes', 'Concepts'])
    await page.getByRole('button', { name: 'More' }).click()
    const drawer = page.getByRole('dialog', { name: 'More' })
    await expect(drawer.getByRole('link')).toHaveText([
      'Resources',
      'Community',
      'Top Posts',
      'Latest Posts',
      'Best Of',
      'Thinkers',
      'Events',
      'Art',
      'Feeds',
      'Rules',
      'About',
    ])
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: 'Search' }).click()
    const box = page.getByRole('combobox', { name: 'Search discussions...' })
    await expect(box).toBeFocused()
    await box.fill('ethics')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/forum?search=ethics')
    await expect(box).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test.describe('an address where nothing is', () => {
  test.use({ expected: [/404/] })

  test('says so with its status and leads home', async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('a member finds what is theirs', async ({ newMember }) => {
  const { member, page } = await newMember('shell')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to The Threshold')
  const cards = page.getByRole('main').getByRole('link')
  for (const [name, href] of [
    ['Create Post', '/create-post-rich'],
    ['Browse Posts', '/forum'],
    ['Create Note', '/notes'],
    ['Community', '/community'],
  ] as const) {
    await expect(cards.filter({ hasText: new RegExp(name) })).toHaveAttribute('href', href)
  }
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Create Post' })).toHaveAttribute('href', '/create-post-rich')
  await header.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No notifications yet')
  await page.keyboard.press('Escape')
  await header.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute(
    'href',
    `/profile/${member.username}`,
  )
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' }),
  ).toBeVisible()
})

test('a member’s header on a phone has the whole name of the forum, or the mark alone', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('narrow')
  for (const [width, isWhole] of [
    [320, false],
    [360, true],
    [390, true],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/notes')
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
    const home = page.getByRole('banner').getByRole('link', { name: 'The Threshold' })
    const { isCut, isBelow } = await home.evaluate((link) => {
      const name = link.querySelector('span') as HTMLElement
      const isBelow = name.getBoundingClientRect().top >= link.getBoundingClientRect().bottom
      return { isCut: name.scrollWidth > name.clientWidth, isBelow }
    })
    expect({ isCut, isBelow }, `at ${width} px`).toEqual({ isCut: false, isBelow: !isWhole })
  }
})
