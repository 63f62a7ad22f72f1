import type { Locator, Page } from '@playwright/test'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

// Tests that toasts, which have a fixed place (`.toasts` in parts.css), cover no controls in common states.

test.use({ expected: [/Failed to load resource/] })

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const region = (page: Page) => page.getByRole('region', { name: 'What just happened' })
const toasts = (page: Page) => region(page).locator('[role=status], [role=alert]')

/** Focuses each control of `place`. Expects that toasts never cover a visible control. */
async function expectClear(place: Locator): Promise<void> {
  const covered = await place.evaluate(async (place) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const covered: string[] = []
    const controls = [
      ...place.querySelectorAll<HTMLElement>('button, input, textarea, a, [contenteditable=true]'),
    ]
    const bars = [...document.querySelectorAll<HTMLElement>('nav[aria-label=Main]')]
    // Toasts may cover the navigation bar while the backdrop of an open dialog covers it anyway.
    const isBehind = document.querySelector('[aria-modal=true]') !== null
    const fixed = isBehind ? [] : bars.filter((bar) => getComputedStyle(bar).position === 'fixed')
    // Waits for animations, because elements that slide in are a pixel off for some frames.
    do await frame()
    while (document.getAnimations().some(({ playState }) => playState === 'running'))
    for (const focused of [undefined, ...controls]) {
      const { scrollY } = window
      focused?.focus({ preventScroll: true })
      for (let frames = 0; frames < 3; frames++) await frame()
      // The rich text editor scrolls to its caret by itself.
      if (focused?.isContentEditable) scrollTo({ top: scrollY, behavior: 'instant' })
      const shown = [
        ...document.querySelectorAll('[aria-label="What just happened"] > :is([role=status], [role=alert])'),
      ]
      if (shown.length === 0) covered.push('nothing: the toast is gone')
      for (const each of shown) {
        const toast = each.getBoundingClientRect()
        const { offsetTop, height } = visualViewport as VisualViewport
        if (toast.top < offsetTop || toast.bottom > offsetTop + height) covered.push('the edge of the screen')
        for (const control of [...controls, ...fixed]) {
          const { left, right, top, bottom } = control.getBoundingClientRect()
          // Allows half a pixel, because positions between pixels are rounded differently.
          const isApart =
            right <= toast.left + 0.5 ||
            left >= toast.right - 0.5 ||
            bottom <= toast.top + 0.5 ||
            top >= toast.bottom - 0.5
          if (!isApart && control.checkVisibility({ visibilityProperty: true }))
            covered.push(
              `${control.outerHTML.slice(0, 90)} (${top}–${bottom}) by ${toast.top}–${toast.bottom}, page ${scrollY} of ${document.body.scrollHeight}`,
            )
        }
      }
    }
    return covered
  })
  expect(covered).toEqual([])
}

/** Scrolls to the end of a form that is longer than the window, where its buttons are. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
}

/** Simulates an on-screen keyboard that leaves this height for the page. */
async function bringUpKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => height })
    visualViewport?.dispatchEvent(new Event('resize'))
  }, height)
}

const refuseWrites = (page: Page) =>
  page.route('**/api/**', (route) =>
    /POST|PUT|PATCH/.test(route.request().method()) && !/read|views|marks|seen/.test(route.request().url())
      ? route.fulfill({ status: 500, json: { code: 'X' } })
      : route.fallback(),
  )

for (const size of SIZES) {
  test.describe(`at ${size.width} px`, () => {
    test.use({ viewport: size })

    test('a toast leaves the form that it is about free', { tag: '@all' }, async ({ newMember }) => {
      const { page, member } = await newMember('writer')
      await page.setViewportSize(size)
      const post = await create(page, 'posts', { title: 'Kept in sight', content: '<p>Words.</p>' })
      await refuseWrites(page)

      await page.goto(`/post/${post}`)
      const box = page.getByRole('textbox', { name: 'Your comment' }).first()
      await box.fill('A thought.')
      const composer = page.locator('form').filter({ has: box })
      await composer.getByRole('button', { name: 'Comment', exact: true }).click()
      await expect(toast(page, 'Error posting comment')).toBeVisible()
      await expectClear(composer)

      await page.goto(`/post/${post}/edit`)
      const title = page.getByLabel('Title')
      await title.fill('Changed')
      const edit = page.locator('form').filter({ has: title })
      await scrollToEnd(page)
      await edit.getByRole('button', { name: 'Save Changes' }).click()
      await expect(toast(page, 'Error saving post')).toBeVisible()
      await expectClear(edit)

      await page.goto('/edit-profile')
      const name = page.getByLabel('Full Name')
      await name.fill('Ada')
      const profile = page.locator('form').filter({ has: name })
      await scrollToEnd(page)
      await profile.getByRole('button', { name: 'Save Changes' }).click()
      await expect(toasts(page).first()).toBeVisible()
      await expectClear(profile)

      await page.goto(`/profile/${member.username}`)
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
      await dialog.getByLabel('Full Name').fill('Ada')
      await dialog.getByRole('button', { name: 'Save Changes' }).click()
      await expect(toasts(page).first()).toBeVisible()
      await expectClear(dialog)
      // The toast is above the dialog, is announced by itself, and can be closed without closing the dialog.
      await expect(toasts(page)).toHaveCount(1)
      await toasts(page).getByRole('button', { name: 'Close' }).click()
      await expect(toasts(page)).toHaveCount(0)
      await expect(dialog).toBeVisible()
    })

    test('a toast about a new message leaves the open conversation free', { tag: '@all' }, async ({
      newMember,
    }) => {
      const { page, member } = await newMember('talker')
      const { member: partner } = await newMember('partner')
      const { page: other } = await newMember('third')
      await page.setViewportSize(size)
      await page.goto(`/messages?start=${partner.username}`)
      const conversation = page.getByRole('region', { name: `Conversation with ${partner.username}` })
      await expect(conversation.getByRole('button', { name: /^More about/ })).toBeVisible()
      await create(other, `conversations/${member.username}/messages`, { content: 'Good evening.' })
      await expect(toast(page, 'New message')).toBeVisible()
      await toasts(page).first().hover()
      await expectClear(conversation)
    })

    test('a toast is above an open sheet, and off its controls', { tag: '@all' }, async ({ newMember }) => {
      const { page } = await newMember('reader')
      await page.setViewportSize(size)
      const post = await create(page, 'posts', { title: 'Looked up', content: '<p>Words.</p>' })
      await page.goto(`/post/${post}`)
      await page.getByRole('button', { name: 'Bookmark' }).click()
      await expect(toast(page, 'Post bookmarked')).toBeVisible()
      await page.getByRole('button', { name: /^Notifications/ }).click()
      const sheet = page.locator('#notifications')
      await expect(sheet).toBeVisible()
      await expectClear(sheet)
      const isOnTop = await toasts(page)
        .getByRole('button', { name: 'Close' })
        .evaluate((button) => {
          const { x, y, width, height } = button.getBoundingClientRect()
          return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })
      expect(isOnTop).toBe(true)
    })
  })
}

test('with a keyboard on the screen a toast is seen, and off the comment that is written', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('thumb')
  await page.setViewportSize({ width: 390, height: 844 })
  const post = await create(page, 'posts', { title: 'By thumb', content: '<p>Words.</p>' })
  await page.goto(`/post/${post}`)
  const box = page.getByRole('textbox', { name: 'Your comment' }).first()
  await box.fill('A thought.')
  const composer = page.locator('form').filter({ has: box })
  await refuseWrites(page)
  await bringUpKeyboard(page, 440)
  for (const top of [70, 180]) {
    await composer.evaluate((form, top) => {
      scrollBy({ top: form.getBoundingClientRect().top - top, behavior: 'instant' })
    }, top)
    await composer.getByRole('button', { name: 'Comment', exact: true }).press('Enter')
    await expect(toast(page, 'Error posting comment')).toBeVisible()
    await expectClear(composer)
    await toasts(page).getByRole('button', { name: 'Close' }).click()
    await expect(toasts(page)).toHaveCount(0)
  }
})

test('on a phone one toast waits for the other, and both are said', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('phone')
  await page.setViewportSize({ width: 390, height: 844 })
  const post = await create(page, 'posts', { title: 'One by one', content: '<p>Words.</p>' })
  await page.goto(`/post/${post}`)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast(page, 'Post bookmarked')).toBeVisible()
  // The toast does not disappear while the pointer is over it.
  await toasts(page).getByRole('button', { name: 'Close' }).hover()
  await page.route('**/vote', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Vote up' }).first().press('Enter')
  await failed
  await expect(page.getByRole('button', { name: 'Vote up' }).first()).toHaveAttribute('aria-pressed', 'false')
  await expect(toasts(page)).toHaveCount(1)
  await expect(toast(page, 'Post bookmarked')).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error voting' })).toBeVisible()
  await expect(toasts(page)).toHaveCount(1)
})
