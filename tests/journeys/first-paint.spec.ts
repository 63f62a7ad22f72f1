import type { Page } from '@playwright/test'
import { touchWithFingers } from './devices.ts'
import { call, create } from './fixtures.ts'
import { awake, holdBack } from './hands.ts'
import { expect, test } from './journey.ts'

// Tests that content of the first paint does not move when the page's JavaScript and member's data arrive.

const PHONE = { width: 390, height: 844 }
const SCRIPT = /\/assets\/.*\.js/
/** A slow connection: 400 kbit/s, with 150 ms per round trip. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Maximum share of the screen that may shift between two user actions. */
const LAYOUT_SHIFT = 0.02

declare global {
  interface Window {
    layoutShifts: number
    placesSeen: string[]
  }
}

/**
 * Adds up layout shifts and records each arrangement of the buttons in navigation bar and header. Runs in the
 * page from the start, but records only once the HTML is complete, because the bar is at its end.
 */
function observe() {
  window.layoutShifts = 0
  window.placesSeen = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.layoutShifts += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const note = () => {
    const controls = document.querySelectorAll(
      'nav[aria-label=Main] :is(a, button), .site-header > div:first-child :is(a, button)',
    )
    const places = [...controls]
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { left, top } = control.getBoundingClientRect()
        return `${control.getAttribute('href') ?? control.getAttribute('popovertarget')} ${left} ${top}`
      })
      // Skips the bell and the avatar, because the page's JavaScript replaces their elements.
      .filter((place) => !/notifications|null/.test(place))
    const seen = places.join('\n')
    const isParsed = document.readyState !== 'loading'
    if (isParsed && places.length > 0 && seen !== window.placesSeen.at(-1)) window.placesSeen.push(seen)
    requestAnimationFrame(note)
  }
  note()
}

async function onSlowLine(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
}

const recent = (page: Page) => page.getByRole('region', { name: 'Recent Discussions' })

test('on a slow line a member’s home has its discussions before any script, and nothing moves', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page: other } = await newMember('writer')
  const { page } = await newMember('commuter')
  await page.setViewportSize(PHONE)
  await touchWithFingers(page)
  const title = `Out of the tunnel ${crypto.randomUUID().slice(0, 8)}`
  const id = await create(other, 'posts', { title, content: '<p>Words to read on the way.</p>' })
  await create(page, `posts/${id}/comments`, { content: 'Mine.' })
  await call(page, 'put', `posts/${id}/read`)
  for (const content of ['One.', 'Two.']) await create(other, `posts/${id}/comments`, { content })

  await onSlowLine(page)
  await page.addInitScript(observe)
  const release = await holdBack(page, SCRIPT)
  await page.goto('/', { waitUntil: 'commit' })
  const main = page.getByRole('main')
  await expect(recent(page).getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to The Threshold')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeHidden()
  await expect(main.getByText('Loading', { exact: true })).toBeAttached()
  const centres = () => headerCentres(page)
  const places = await recent(page).getByRole('listitem').evaluateAll(tops)
  const before = await centres()
  expect(before).toHaveLength(4)

  release()
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(main.getByText('2 new comments')).toBeVisible({ timeout: 60_000 })
  await expect(main.getByText('Loading', { exact: true })).toHaveCount(0)
  await awake(page)
  expect(await recent(page).getByRole('listitem').evaluateAll(tops)).toEqual(places)
  expect(await centres()).toEqual(before)
  expect(await page.evaluate(() => window.placesSeen)).toHaveLength(1)
  expect(await page.evaluate(() => window.layoutShifts)).toBeLessThanOrEqual(LAYOUT_SHIFT)
  // The mark appears once: among the recent discussions, but not again in the list below.
  await expect(
    main.getByRole('listitem').filter({ hasText: title }).filter({ hasText: '2 new' }),
  ).toHaveCount(1)
})

test('on a wide screen the comments of a short post stay where they are', async ({ newMember }) => {
  const { page: author } = await newMember('writer')
  const { page: reader } = await newMember('commuter')
  const id = await create(author, 'posts', { title: 'In short', content: '<p>Well?</p>' })
  await create(author, `posts/${id}/comments`, { content: 'Above.' })
  for (const page of [author, reader]) {
    const release = await holdBack(page, SCRIPT)
    await page.goto(`/post/${id}`, { waitUntil: 'commit' })
    const comments = page.getByRole('article', { name: /^Comment by/ })
    await expect(comments).toBeVisible()
    const places = await comments.evaluateAll(tops)
    release()
    await expect(
      page
        .locator('.post-actions')
        .getByRole('button', { name: page === author ? 'Delete' : 'More actions' }),
    ).toBeVisible()
    await awake(page)
    expect(await comments.evaluateAll(tops)).toEqual(places)
  }
})

/** Returns the horizontal centres of search, bell, plus and avatar. Their elements may be replaced. */
function headerCentres(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { innerWidth } = window
    const signs = document.querySelectorAll('.site-header > div:first-child :is(.icon, .avatar, .skeleton)')
    return [...signs]
      .filter((sign) => sign.checkVisibility())
      .map((sign) => sign.getBoundingClientRect())
      .filter(({ left }) => left > innerWidth / 2)
      .map(({ left, width }) => left + width / 2)
  })
}

function tops(items: Element[]): number[] {
  return items.map((item) => item.getBoundingClientRect().top)
}

for (const path of ['/forum', '/notes', '/about'])
  test(`the bar and the header of ${path} keep their arrangement for a member`, { tag: '@all' }, async ({
    newMember,
  }) => {
    const { page } = await newMember('thumb')
    await page.setViewportSize(PHONE)
    await page.addInitScript(observe)
    const release = await holdBack(page, SCRIPT)
    await page.goto(path, { waitUntil: 'commit' })
    const bar = page.getByRole('navigation', { name: 'Main' })
    await expect(bar.getByRole('link', { name: 'Messages' })).toBeVisible()
    const before = await headerCentres(page)
    release()
    await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
    await awake(page)
    expect(await headerCentres(page)).toEqual(before)
    expect(await page.evaluate(() => window.placesSeen)).toHaveLength(1)
  })

test('a profile stays in its place for its owner, an editor and another member', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const owner = await newMember('owner')
  const editor = await newMember('editor')
  await sql("insert into user_roles select id, 'editor' from profiles where username = $1", [
    editor.member.username,
  ])
  for (const [{ page }, { member }] of [
    [owner, owner],
    [editor, editor],
    [editor, owner],
  ] as const)
    for (const width of [360, 390, 820, 1100, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const release = await holdBack(page, SCRIPT)
      await page.goto(`/profile/${member.username}`, { waitUntil: 'commit' })
      const tabs = page.getByRole('navigation', { name: `Content by ${member.username}` })
      await expect(tabs).toBeVisible()
      await page.evaluate(() => document.fonts.ready.then(() => true))
      const before = await tabs.boundingBox()
      release()
      await expect(page.getByRole('button', { name: /^Edit Profile|^Follow/ })).toBeVisible()
      await awake(page)
      expect((await tabs.boundingBox())?.y, `${member.username} at ${width} px`).toBe(before?.y)
      await page.unrouteAll()
    }
})

test('a phone held sideways and a tablet have a rail of icons with names', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page, member } = await newMember('sideways')
  const { member: other } = await newMember('partner')
  await touchWithFingers(page)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  for (const [width, height] of [
    [844, 390],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of ['/', '/forum', `/profile/${member.username}`, `/messages?start=${other.username}`]) {
      await page.goto(path)
      expect((await sidebar.boundingBox())?.width).toBe(64)
      await expect(sidebar.getByRole('link', { name: 'Posts' })).toHaveAttribute('title', 'Posts')
      const whole = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(whole).toBeLessThanOrEqual(width)
      await sidebar.getByRole('button', { name: 'More' }).click()
      const drawer = page.getByRole('dialog', { name: 'More' })
      await expect(drawer.getByRole('link', { name: 'About' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
    }
    const field = await page.getByRole('textbox', { name: /^Message to/ }).boundingBox()
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(height)
  }
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(240)
  await expect(sidebar.getByRole('button', { name: 'More' })).toBeHidden()
})
