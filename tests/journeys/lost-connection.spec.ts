import type { Page } from '@playwright/test'
import type { Fixtures } from '../addresses.ts'
import { makeFixtures } from './fixtures.ts'
import { wake } from './hands.ts'
import { expect, test } from './journey.ts'
import { pressEverything } from './press-everything.ts'

// Every request fails after the page has loaded: nothing on it may disappear, whatever is pressed.

test.use({ expected: [/net::ERR_|fetch dynamically imported module/] })

const PAGES: Record<string, (sights: Fixtures) => string> = {
  home: () => '/',
  list: () => '/forum',
  post: ({ post }) => `/post/${post}`,
  notes: () => '/notes',
  profile: ({ other }) => `/profile/${other}`,
  messages: ({ other }) => `/messages?with=${other}`,
}

/** How the line goes down: the device has no network, or the server does not run. */
const FAILURES = {
  offline: (page: Page) => page.context().setOffline(true),
  'server stopped': (page: Page) => page.route('**', (route) => route.abort('connectionrefused')),
}

for (const [name, failure] of Object.entries(FAILURES)) {
  // A slow device may not have loaded anything in idle time yet: then the code of menus, dialogs and forms is missing, too.
  for (const isIdle of [true, false]) {
    const when = `${name}, ${isIdle ? 'after' : 'before'} idle time`
    test(`a member presses everything: ${when}`, async ({ newMember, sql }) => {
      const looker = await newMember('looker')
      const sights = await makeFixtures(looker, await newMember('other'), sql)
      const { page } = looker
      if (!isIdle) await page.addInitScript(neverIdle)
      for (const [kind, path] of Object.entries(PAGES))
        await test.step(kind, async () => {
          await page.goto(path(sights))
          await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
          await loseConnection(page, failure)
        })
    })

    test(`a guest presses everything: ${when}`, async ({ page, newMember, sql }) => {
      const sights = await makeFixtures(await newMember('looker'), await newMember('other'), sql)
      if (!isIdle) await page.addInitScript(neverIdle)
      for (const [kind, path] of Object.entries(PAGES))
        await test.step(kind, async () => {
          await page.goto(path(sights))
          await wake(page)
          await loseConnection(page, failure)
        })
    })
  }
}

async function loseConnection(page: Page, fail: (page: Page) => Promise<unknown>): Promise<void> {
  await atRest(page)
  await fail(page)
  await pressEverything(page)
  await page.context().setOffline(false)
  await page.unrouteAll()
}

/** Nothing more is loaded, but for the stream of events. */
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
