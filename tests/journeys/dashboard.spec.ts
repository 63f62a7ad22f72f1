import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Uses its own forum, because it makes jobs fail and would disturb other tests.

// Chromium logs refused requests as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource/] })
test.describe.configure({ mode: 'default' })

type Sql = (statement: string, values?: unknown[]) => Promise<unknown>

const give = (sql: Sql, role: string, username: string) =>
  sql('insert into user_roles (user_id, role) select id, $1 from profiles where username = $2', [
    role,
    username,
  ])
const fail = (sql: Sql, kind: string) =>
  sql(
    `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, completed_on, output)
     values (gen_random_uuid(), $1, '{}', 'failed', 16, 16, now(), '{"name": "Error", "message": "550 <ada@example.org>: no such mailbox"}')`,
    [kind],
  )
const jobs = (page: Page) => page.getByRole('list', { name: 'Failed jobs' })

test('an admin reads how the forum runs, and has a failed job tried again with the keyboard', async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('ada')
  await give(sql, 'admin', member.username)
  await fail(sql, 'send-news')
  await page.goto('/manage')
  await page
    .getByRole('navigation', { name: 'Manage sections' })
    .getByRole('link', { name: 'Dashboard' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  for (const part of [
    'The last days',
    'Jobs',
    'Email',
    'Backup',
    'Moderation',
    'Storage',
    'Page cache',
    'Nodes',
    'Statements',
    'Version',
  ])
    await expect(page.getByRole('heading', { level: 2, name: part, exact: true })).toBeVisible()
  const overview = page.getByRole('region', { name: 'Needs attention' })
  await expect(overview.getByRole('link', { name: 'Backup' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Backup' })).toContainText('BACKUP_SCHEDULE="20 3 * * *"')
  await expect(page.getByRole('list', { name: 'Nodes' }).getByRole('listitem')).toHaveCount(1)
  await expect(jobs(page)).toContainText('send-news')
  await expect(jobs(page)).toContainText('Error: 550')
  await expect(jobs(page)).not.toContainText('mailbox')
  await expect(page.getByRole('main')).not.toContainText('ada@')
  await page.getByRole('button', { name: 'Retry: send-news' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The job will be retried')).toBeVisible()
  await expect(jobs(page).getByRole('listitem')).toHaveCount(0)
  await expect(jobs(page)).toBeFocused()
  await page.goto('/manage')
  // Requires the exact name, because the list is called “Loading changes” while it loads.
  await expect(page.getByRole('list', { name: 'Changes', exact: true })).toContainText(
    'retried the job send-news',
  )
})

test('an admin sends a test email and starts a backup', { tag: '@all' }, async ({ newMember, sql }) => {
  test.setTimeout(240_000)
  const { page, member } = await newMember('fay')
  await give(sql, 'admin', member.username)
  await page.goto('/manage/dashboard')
  const email = page.getByRole('region', { name: 'Email' })
  await email.getByRole('button', { name: 'Send Test Email' }).click()
  await expect(email.getByRole('status')).toContainText('only written to a file')
  await expect(email.getByRole('status')).toContainText('.eml')
  const backup = page.getByRole('region', { name: 'Backup' })
  await expect(backup).toContainText(/Newest\s*None/)
  await backup.getByRole('button', { name: 'Back Up Now' }).click()
  await expect(page.getByText('The backup has started')).toBeVisible()
  await expect(backup.getByRole('button', { name: 'Back Up Now' })).toBeEnabled({ timeout: 60_000 })
  await expect(backup).not.toContainText(/Newest\s*None/, { timeout: 100_000 })
  await expectAccessible(page)
})

test('an admin discards a job after being asked', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page, member } = await newMember('ben')
  await give(sql, 'admin', member.username)
  await fail(sql, 'send-digest')
  await page.goto('/manage/dashboard')
  await page.getByRole('button', { name: 'Discard: send-digest' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(jobs(page)).toContainText('send-digest')
  await page.getByRole('button', { name: 'Discard: send-digest' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(jobs(page).getByRole('listitem')).toHaveCount(0)
  await expect(jobs(page)).toBeFocused()
})

test('an admin has all failed jobs of a kind tried again after being asked', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('eli')
  await give(sql, 'admin', member.username)
  for (let n = 0; n < 52; n++) await fail(sql, 'send-digest')
  await page.goto('/manage/dashboard')
  await expect(page.getByText('The latest 50 of 52.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Kinds of failed jobs' })).toContainText(
    '52 failed of send-digest',
  )
  const button = page.getByRole('button', { name: 'Retry all: send-digest' })
  await button.click()
  const question = page.getByRole('alertdialog', { name: 'Retry all 52 of “send-digest”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Retry all' }).click()
  await expect(page.getByText('52 jobs will be retried')).toBeVisible()
  await expect(button).toHaveCount(0)
  await expect(jobs(page)).toBeFocused()
  await page.goto('/manage')
  await expect(page.getByRole('list', { name: 'Changes', exact: true })).toContainText(
    'retried the job send-digest (all 52)',
  )
})

test('each chart is a picture with a name, and a table', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page, member } = await newMember('cleo')
  await give(sql, 'admin', member.username)
  await sql(`insert into day_counts values ((now() at time zone 'UTC')::date - 1, 'page_views', 1234)
    on conflict (day, kind) do update set count = 1234`)
  await page.goto('/manage/dashboard')
  await expect(
    page.getByRole('img', { name: /^Page views in 30 days: 1,2\d\d in total, maximum 1,234 on / }),
  ).toBeVisible()
  await page.getByText('Page views as a table').click()
  const table = page.getByRole('table')
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('cell', { name: '1,234' })).toBeVisible()
  await page.getByRole('button', { name: '90 days' }).click()
  await expect(table.getByRole('row')).toHaveCount(91)
  for (const summary of ['Largest tables', 'Highest total time', 'What’s new'])
    await page.getByText(summary, { exact: true }).click()
  await expect(page.getByRole('list', { name: 'Largest tables' })).toContainText('rows')
  await expect(page.getByRole('heading', { level: 4, name: 'Reading and writing' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('what somebody looks at stays the same while it gets known who it is', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('dora')
  await give(sql, 'admin', member.username)
  await page.goto('/manage/dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Jobs', exact: true })).toBeVisible()
  const known = Promise.withResolvers<void>()
  await page.route('**/api/me', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.reload()
  const heading = page.getByRole('heading', { level: 1, name: 'Dashboard' })
  await expect(heading).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).focus()
  await heading.evaluate((element) => element.setAttribute('data-seen', ''))
  known.resolve()
  await expect(page.getByRole('heading', { level: 2, name: 'Jobs', exact: true })).toBeVisible()
  await expect(page.locator('h1[data-seen]')).toHaveText('Dashboard')
  await expect(page.getByRole('link', { name: 'Overview' })).toBeFocused()
})

for (const role of ['moderator', 'editor'])
  test(`a ${role} is refused`, { tag: '@all' }, async ({ newMember, sql }) => {
    const { page, member } = await newMember(role.slice(0, 4))
    await give(sql, role, member.username)
    await page.goto('/manage/dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
    const statuses = await page.evaluate(async () => {
      const ask = async (path: string) => (await fetch(path)).status
      return Promise.all(['/api/dashboard', '/api/dashboard/days', '/api/dashboard/failed-jobs'].map(ask))
    })
    expect(statuses).toEqual([403, 403, 403])
  })
