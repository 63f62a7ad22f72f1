import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Uses its own forum with rate limits, in which it causes a flood. Chromium logs the 503 of the page itself.
test.use({
  limits: 'on',
  settings: { TRUSTED_PROXIES: '127.0.0.1' },
  expected: [/status of 503|ERR_FAILED/],
})
test.describe.configure({ mode: 'default' })

type Sql = (statement: string, values?: unknown[]) => Promise<{ rows: { id: string }[] }>

async function makePost(sql: Sql, title: string): Promise<string> {
  const { rows } = await sql(
    `insert into posts (title, content, content_text) values ($1, '<p>Words.</p>', 'Words.') returning id`,
    [title],
  )
  return rows[0]?.id ?? ''
}

/** Sends searches from ever new addresses until guests need a pass. Cached pages would cause no flood. */
async function flood(url: string): Promise<void> {
  let isFlood = false
  let sent = 0
  const crawl = async () => {
    while (!isFlood) {
      const n = sent++
      const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` }
      const answer = await fetch(`${url}/forum?search=word${n}`, { headers }).catch(() => undefined)
      if (answer?.headers.has('x-guest-check')) isFlood = true
      await answer?.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 250 }, crawl))
}

test.beforeEach(({ forum }) => flood(forum.url))

const task = (page: Page) => page.getByRole('heading', { level: 1, name: 'Checking your browser' })

test('in a flood a guest’s browser solves a task by itself and then reads; a member notices nothing', {
  tag: '@all',
}, async ({ browser, forum, newMember, page, sql }) => {
  const post = await makePost(sql, 'An old post')
  const other = await makePost(sql, 'Another old post')
  await test.step('a guest', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const [first] = await Promise.all([page.waitForResponse(/\/post\//), page.goto(`/post/${post}`)])
    expect(first.status()).toBe(503)
    await expect(page.getByRole('heading', { level: 1, name: 'An old post' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(`/post/${post}/an-old-post`)
    expect((await page.goto(`/post/${other}`))?.status()).toBe(200)
  })
  await test.step('a member', async () => {
    const third = await makePost(sql, 'A third post')
    const { page: member } = await newMember('ada')
    expect((await member.goto(`/post/${third}`))?.status()).toBe(200)
  })
  await test.step('a guest without script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: forum.url })
    const plain = await context.newPage()
    await plain.goto(`/post/${await makePost(sql, 'A fourth post')}`)
    await expect(task(plain)).toBeVisible()
    await expect(
      plain.getByText(/The check needs JavaScript\. Turn it on, or come back in [1-5] minutes?\./),
    ).toBeVisible()
    await context.close()
  })
})

for (const theme of ['dark', 'light'] as const)
  test(`the page with the task is accessible in the ${theme} theme, and explains a failure`, {
    tag: '@all',
  }, async ({ page, sql }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), theme)
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/guest-check', async (route) => {
      await answer.promise
      await route.abort()
    })
    await page.goto(`/post/${await makePost(sql, `For the ${theme} theme`)}`)
    await expect(task(page)).toBeVisible()
    await expect(page.getByText('One moment, please. The page opens automatically.')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath(`task-${theme}.png`) })
    answer.resolve()
    await expect(page.getByText(/The check failed\. Reload the page, or come back in/)).toBeVisible()
  })

test('a browser that refuses cookies is told so, and does not reload for ever', { tag: '@all' }, async ({
  page,
  context,
  sql,
}) => {
  await page.route('**/api/guest-check', async (route) => {
    const answer = await route.fetch()
    const { 'set-cookie': _, ...headers } = answer.headers()
    // Playwright's own request has stored the cookie in the browser.
    await context.clearCookies()
    await route.fulfill({ response: answer, headers })
  })
  await page.goto(`/post/${await makePost(sql, 'Without cookies')}`)
  await expect(page.getByText(/Your browser didn’t store the result\. Allow cookies/)).toBeVisible()
})

test('the application solves the task when a guest searches', { tag: '@all' }, async ({ page, context }) => {
  await page.goto('/about')
  await expect(page.locator('html[data-theme-choice] header').first()).toBeVisible()
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search discussions...' })
  await expect(box).toBeFocused()
  await context.clearCookies()
  const asked = page.waitForResponse((response) => response.url().includes('/api/guest-check'))
  const found = page.waitForResponse(
    (response) => /\/api\/(?:posts|search).*memory/.test(response.url()) && response.ok(),
  )
  await box.fill('memory')
  await box.press('Enter')
  await asked
  await found
})

test('an admin requires the task always, refuses AI training, and reads about it on the dashboard', {
  tag: '@all',
}, async ({ forum, newMember, sql }) => {
  const { page, member } = await newMember('admin')
  await sql(`insert into user_roles (user_id, role) select id, 'admin' from profiles where username = $1`, [
    member.username,
  ])
  await page.goto('/manage/site')
  await page
    .getByRole('group', { name: 'Check of guests’ browsers' })
    .getByRole('radio', { name: 'Always' })
    .check()
  await page.getByRole('group', { name: 'AI training' }).getByRole('radio', { name: 'Refused' }).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Site settings saved').first()).toBeVisible()
  expect(await (await fetch(`${forum.url}/robots.txt`)).text()).toContain('User-agent: GPTBot\n')
  await page.goto('/manage/dashboard')
  const section = page.getByRole('region', { name: 'Crawlers' })
  await expect(section).toContainText('Check of guestsAlways')
  await expect(section).toContainText('Flood since')
})
