import type { Page } from '@playwright/test'
import { type Fixtures, TRIED } from '../addresses.ts'
import { makeFixtures } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { answer, go, startAsMember, toast } from './states.ts'

// Tests lists that fail to load, on pages opened by client-side navigation. The thinkers' page shows no error
// message, but logs the last of these errors.
test.use({ expected: [/Failed to load resource|server sent an unexpected response|could not be loaded/] })

/** Advances the clock by the second before a failed request is retried, until `isOver` passes. Saves time. */
async function skipPause(page: Page, isOver: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1000)
    await isOver()
  }).toPass({ intervals: [50], timeout: 10_000 })
}

const SOON = { timeout: 200 }
const main = (page: Page) => page.getByRole('main')
const CRASHED = 'Something went wrong'

interface List {
  path: (sights: Fixtures) => string
  /** Pattern for the path of the list's request. */
  api: RegExp
  heading: string | RegExp
  failure: string
  /** Finds an item of the loaded list. */
  item: (page: Page) => ReturnType<Page['getByRole']>
}

const firstItem: List['item'] = (page) => main(page).locator('[data-list-item], [data-card], article').first()

const LISTS: Record<string, List> = {
  'the forum': {
    path: () => '/forum',
    api: /^\/api\/posts$/,
    heading: 'Posts',
    failure: 'The posts could not be loaded',
    item: firstItem,
  },
  'the top posts': {
    path: () => '/posts/top',
    api: /^\/api\/posts$/,
    heading: 'Top Posts',
    failure: 'The posts could not be loaded',
    item: firstItem,
  },
  'the latest posts': {
    path: () => '/posts/latest',
    api: /^\/api\/posts$/,
    heading: 'Latest Posts',
    failure: 'The posts could not be loaded',
    item: firstItem,
  },
  'a concept’s posts': {
    path: ({ concept }) => `/concepts/${concept}`,
    api: /^\/api\/posts$/,
    heading: /./,
    failure: 'The posts could not be loaded',
    item: firstItem,
  },
  'the concepts': {
    path: () => '/concepts',
    api: /^\/api\/concepts$/,
    heading: 'Concepts',
    failure: 'The concepts could not be loaded',
    item: firstItem,
  },
  'the best posts': {
    path: () => '/best-of',
    api: /^\/api\/posts\/best$/,
    heading: 'Best Of',
    failure: 'The best posts could not be loaded',
    item: (page) => main(page).getByRole('heading', { level: 2 }).first(),
  },
  'the notes': {
    path: () => '/notes',
    api: /^\/api\/notes$/,
    heading: 'Notes',
    failure: 'The notes could not be loaded',
    item: firstItem,
  },
  'the replies to a note': {
    path: ({ note }) => `/notes/${note}`,
    api: /^\/api\/notes\/[^/]+\/replies$/,
    heading: /^Note by/,
    failure: 'The replies could not be loaded',
    item: (page) => main(page).getByRole('list', { name: 'Replies' }),
  },
  'the comments of a post': {
    path: ({ post }) => `/post/${post}`,
    api: /^\/api\/posts\/[^/]+\/comments$/,
    heading: /^Of memory/,
    failure: 'The comments could not be loaded',
    item: (page) =>
      main(page)
        .getByRole('article', { name: /^Comment by/ })
        .first(),
  },
  'a member’s posts': {
    path: ({ other }) => `/profile/${other}`,
    api: /^\/api\/profiles\/[^/]+\/posts$/,
    heading: 'Somebody with a Name',
    failure: 'The posts could not be loaded',
    item: firstItem,
  },
  'a member’s comments': {
    path: ({ other }) => `/profile/${other}?tab=comments`,
    api: /^\/api\/profiles\/[^/]+\/comments$/,
    heading: 'Somebody with a Name',
    failure: 'The comments could not be loaded',
    item: firstItem,
  },
  'a member’s notes': {
    path: ({ other }) => `/profile/${other}?tab=notes`,
    api: /^\/api\/profiles\/[^/]+\/notes$/,
    heading: 'Somebody with a Name',
    failure: 'The notes could not be loaded',
    item: firstItem,
  },
  followers: {
    path: ({ other }) => `/profile/${other}/followers`,
    api: /^\/api\/profiles\/[^/]+\/followers$/,
    heading: /Somebody with a Name/,
    failure: 'The members could not be loaded',
    item: firstItem,
  },
  'whom a member follows': {
    path: ({ other }) => `/profile/${other}/following`,
    api: /^\/api\/profiles\/[^/]+\/following$/,
    heading: /Somebody with a Name/,
    failure: 'The members could not be loaded',
    item: firstItem,
  },
}

test('a list that cannot be loaded says so, the page stays, and trying again helps', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  test.setTimeout(300_000)
  const looker = await newMember('looker')
  const { page } = looker
  const sights = await makeFixtures(looker, await newMember('other'), sql)
  await page.clock.install()
  await startAsMember(page)
  for (const [name, { path, api, heading, failure, item }] of Object.entries(LISTS)) {
    await test.step(name, async () => {
      await answer(page, api, 500)
      await go(page, path(sights))
      await skipPause(page, () => expect(main(page).getByText(failure, { exact: true })).toBeVisible(SOON))
      await expect(main(page).getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(main(page).getByText(CRASHED)).toHaveCount(0)
      // The first retry fails again, the second one succeeds. Uses the keyboard, because a resting pointer
      // would prefetch a link's page.
      const again = main(page).getByRole('button', { name: 'Try again' })
      await again.press('Enter')
      await skipPause(page, () => expect(again).toBeEnabled(SOON))
      // Checks the error message, because the notice of a crashed page also has a button “Try again”.
      await expect(main(page).getByText(failure, { exact: true })).toBeVisible()
      await expect(main(page).getByText(CRASHED)).toHaveCount(0)
      await page.unrouteAll()
      await main(page).getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(item(page)).toBeVisible()
      await expect(main(page).getByText(failure)).toHaveCount(0)
      await go(page, '/about')
      await expect(main(page).getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    })
  }
})

/** Pages whose main content fails to load. Not posts, which redirect instead (texts-posts.spec.ts). */
const SUBJECTS: Record<string, Omit<List, 'item'>> = {
  'a profile': {
    path: ({ other }) => `/profile/${other}`,
    api: /^\/api\/profiles\/[^/]+$/,
    heading: /^@other/,
    failure: 'The profile could not be loaded',
  },
  // Uses another member, because the profile above is cached by now.
  followers: {
    path: ({ username }) => `/profile/${username}/followers`,
    api: /^\/api\/profiles\/[^/]+$/,
    heading: /^Followers of @/,
    failure: 'The profile could not be loaded',
  },
  'a concept': {
    path: ({ concept }) => `/concepts/${concept}`,
    api: /^\/api\/concepts\/[^/]+$/,
    heading: /^Concept$/,
    failure: 'The concept could not be loaded',
  },
  'a note': {
    path: ({ note }) => `/notes/${note}`,
    api: /^\/api\/notes\/[^/]+$/,
    heading: /^Note$/,
    failure: 'The note could not be loaded',
  },
}

test('a page whose subject cannot be loaded keeps its frame, and trying again helps', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const looker = await newMember('looker')
  const { page } = looker
  const sights = await makeFixtures(looker, await newMember('other'), sql)
  await page.clock.install()
  await startAsMember(page)
  for (const [name, { path, api, heading, failure }] of Object.entries(SUBJECTS)) {
    await test.step(name, async () => {
      await answer(page, api, 500)
      await go(page, path(sights))
      await skipPause(page, () => expect(main(page).getByText(failure, { exact: true })).toBeVisible(SOON))
      await expect(main(page).getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(main(page).getByRole('link').first()).toBeVisible()
      await expect(main(page).getByText(CRASHED)).toHaveCount(0)
      await page.unrouteAll()
      await main(page).getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(main(page).getByText(failure)).toHaveCount(0)
      await expect(main(page).getByRole('heading', { level: 1, name: heading })).toHaveCount(0)
      await go(page, '/about')
      await expect(main(page).getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    })
  }
})

test('concepts that cannot be loaded are said in a toast as well', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('looker')
  await startAsMember(page)
  await answer(page, /^\/api\/concepts$/, 500)
  await go(page, '/concepts')
  await expect(toast(page, 'Failed to load categories')).toBeVisible()
  await expect(main(page).getByText('The concepts could not be loaded')).toBeVisible()
})

test('a post without its comments can be read and answered', { tag: '@all' }, async ({ newMember, sql }) => {
  const looker = await newMember('looker')
  const { page } = looker
  const { post } = await makeFixtures(looker, await newMember('other'), sql)
  await startAsMember(page)
  await page.route(/\/api\/posts\/[^/]+\/comments(\?|$)/, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, json: { code: 'X' } })
      : route.fallback(),
  )
  await go(page, `/post/${post}`)
  await expect(main(page).getByText('The comments could not be loaded')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Said all the same.')
  await main(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(toast(page, 'Comment posted')).toBeVisible()
  // The field remains mounted during retries, whether they fail or succeed.
  const box = await page.getByRole('textbox', { name: 'Your comment' }).elementHandle()
  const isThere = () => box?.evaluate(({ isConnected }) => isConnected)
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(main(page).getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect(main(page).getByText('The comments could not be loaded')).toBeVisible()
  expect(await isThere()).toBe(true)
  await page.unrouteAll()
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(main(page).getByText('Said all the same.')).toBeVisible()
  expect(await isThere()).toBe(true)
})

/** API paths that still succeed: single posts, because a failing one redirects, and the session's data. */
const HEADS = /^\/api\/(posts\/[0-9a-f-]{36}|me(\/marks)?|live)$/

test('no page breaks when none of its data can be loaded', { tag: '@all' }, async ({ newMember, sql }) => {
  test.setTimeout(300_000)
  const looker = await newMember('looker')
  const { page, member } = looker
  const sights = await makeFixtures(looker, await newMember('other'), sql)
  await sql("insert into user_roles (user_id, role) select id, 'editor' from profiles where username = $1", [
    member.username,
  ])
  await page.clock.install()
  await startAsMember(page)
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && !HEADS.test(pathname),
    (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 500, json: { code: 'X' } })
        : route.fallback(),
  )
  // Skips account pages, which members cannot open, and pages about missing content, which have no list.
  for (const { name, route, path } of TRIED) {
    if (route.startsWith('auth') || /(not-found|removed)$/.test(name)) continue
    await test.step(name, async () => {
      await go(page, path(sights))
      await expect(page).toHaveURL((url) => url.pathname === new URL(path(sights), url).pathname)
      await expect(main(page).getByRole('heading', { level: 1 }).first()).toBeVisible()
      const waits = page.locator('.skeleton:visible, .spinner:visible')
      await skipPause(page, () => expect(waits, name).toHaveCount(0, SOON))
      expect(await main(page).getByText(CRASHED).count(), name).toBe(0)
    })
  }
})
