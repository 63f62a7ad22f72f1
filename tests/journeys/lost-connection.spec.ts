import type { Page } from '@playwright/test'
import type { Fixtures } from '../addresses.ts'
import { makeFixtures } from './fixtures.ts'
import { moveMouse } from './hands.ts'
import { expect, test } from './journey.ts'
import { pressEverything } from './press-everything.ts'
import { go, startAsGuest, toast } from './states.ts'

// Tests that a loaded page's content never disappears, whichever control is pressed, when all requests fail.

test.use({ expected: [/net::ERR_|fetch dynamically imported module/] })

const PAGES: Record<string, (sights: Fixtures) => string> = {
  home: () => '/',
  list: () => '/forum',
  post: ({ post }) => `/post/${post}`,
  notes: () => '/notes',
  profile: ({ other }) => `/profile/${other}`,
  messages: ({ other }) => `/messages?with=${other}`,
}

interface Failure {
  name: string
  fail: (page: Page) => Promise<unknown>
  /** Whether the page had idle time before, in which it loads the code of rarely used forms. */
  isIdle: boolean
}

const FAILURES: Failure[] = [
  { name: 'offline', fail: (page) => page.context().setOffline(true), isIdle: true },
  {
    name: 'the server stopped before idle time',
    fail: (page) => page.route('**', (route) => route.abort('connectionrefused')),
    isIdle: false,
  },
]

for (const { name, fail, isIdle } of FAILURES) {
  test(`a member presses everything: ${name}`, { tag: '@all' }, async ({ newMember, sql }) => {
    const looker = await newMember('looker')
    const sights = await makeFixtures(looker, await newMember('other'), sql)
    const { page } = looker
    if (!isIdle) await page.addInitScript(neverIdle)
    for (const [kind, path] of Object.entries(PAGES))
      await test.step(kind, async () => {
        await page.goto(path(sights))
        await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
        await loseConnection(page, fail)
      })
  })

  test(`a guest presses everything: ${name}`, { tag: '@all' }, async ({ page, newMember, sql }) => {
    const sights = await makeFixtures(await newMember('looker'), await newMember('other'), sql)
    if (!isIdle) await page.addInitScript(neverIdle)
    for (const [kind, path] of Object.entries(PAGES))
      await test.step(kind, async () => {
        await page.goto(path(sights))
        await moveMouse(page)
        // Waits until the page's JavaScript runs.
        await expect(page.locator('html[data-session=none]')).toBeAttached()
        await loseConnection(page, fail)
      })
  })
}

test('menus open and a comment is written without a connection', async ({ newMember, sql }) => {
  const looker = await newMember('looker')
  const { post } = await makeFixtures(looker, await newMember('other'), sql)
  const { page } = looker
  await page.goto(`/post/${post}`)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await page.route('**', (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  const box = page.getByRole('textbox', { name: 'Your comment' })
  await box.fill('Typed without a connection')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(toast(page, 'Error posting comment')).toBeVisible()
  await expect(box).toHaveValue('Typed without a connection')
})

test('a form whose code does not come says so, and comes on request', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page, member } = await newMember('looker')
  await page.goto(`/profile/${member.username}`)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await atRest(page)
  await page.route('**', (route) => route.abort('connectionrefused'))
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await expect(dialog.getByRole('alert')).toHaveText(LOST)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(LOST)

  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByLabel('Full Name')).toBeVisible()
})

// Aborts requests for scripts, as Firefox does when a reader follows a link while they are still loading.
test('a page of the application whose code does not come is not loaded again by itself', {
  tag: '@all',
}, async ({ page }) => {
  await startAsGuest(page)
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  await page.route('**/assets/*.js', (route) => route.abort('aborted'))
  await go(page, '/resources')
  await expect(page.getByRole('main').getByText('The forum can’t be reached')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible()
  expect(loads).toBe(0)
})

const LOST = 'Couldn’t load this. Check your connection and try again.'

async function loseConnection(page: Page, fail: (page: Page) => Promise<unknown>): Promise<void> {
  await atRest(page)
  await fail(page)
  await pressEverything(page)
  await page.context().setOffline(false)
  await page.unrouteAll()
}

/** Waits until nothing loads any more, apart from the event stream. */
async function atRest(page: Page): Promise<void> {
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').length)
  await expect(async () => {
    const before = await loaded()
    await page.waitForTimeout(500)
    expect(await loaded()).toBe(before)
  }).toPass()
}

function neverIdle(): void {
  Object.assign(window, { requestIdleCallback: () => 0 })
}
