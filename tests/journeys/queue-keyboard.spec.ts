import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Uses its own forum with the demo community, whose whole queue is decided.

// Chromium logs refused decisions as console errors, which these tests expect.
// A setting of their own gives them a forum that no other file has used.
test.use({ expected: [/400/], settings: { PRODUCT_NAME: 'Queue' } })

const run = promisify(execFile)

test.beforeAll(async ({ forum }) => {
  const env = { ...process.env, DATA_DIR: forum.dataDir, PUBLIC_URL: forum.url, DATABASE_URL: '' }
  await run(process.execPath, ['bin/seed-demo.ts'], { env })
})

for (const width of [1440, 390])
  test(`an admin empties the queue of the demo community by keyboard alone at ${width} px`, {
    tag: '@all',
  }, async ({ newMember, page, sql }) => {
    test.setTimeout(180_000)
    const { member } = await newMember(`keys${width}`)
    await sql("insert into user_roles (user_id, role) select id, 'admin' from profiles where username = $1", [
      member.username,
    ])
    await page.setViewportSize({ width, height: 800 })
    await sql(width === 390 ? REOPENING : DELETION)
    await page.goto('/auth?redirect=%2Fmoderation%2Fqueue')
    await page.getByLabel('Email').focus()
    await page.keyboard.type(member.email)
    await page.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.type(member.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem').first()).toBeVisible()
    const done = await emptyQueue(page)
    expect([...done]).toEqual(expect.arrayContaining(width === 1440 ? ALL_DECISIONS : ['remove', 'warn']))
    await expectAccessibleEverywhere(page, 'an empty queue')
  })

const ALL_DECISIONS = 'approve refuse grant moot remove uphold reject warn suspend'.split(' ')

/** Deletes a reported text before the decision. */
const DELETION = `delete from notes where id = (
  select target_id from moderation_cases where closed_at is null and kind = 'note' and source = 'report' limit 1)`

/** Opens cases again for a second run, if the reported content still exists. */
const REOPENING = `update moderation_cases set closed_at = null, closed_by = null, outcome = null
  where source = 'report' and target_id in (
    select id from posts where removed_at is null and deleted_at is null
    union select id from comments where removed_at is null and deleted_at is null
    union select id from notes where removed_at is null and deleted_at is null)`

/** Decides case after case, each kind of decision as soon as a case allows it. Returns the decisions. */
async function emptyQueue(page: Page): Promise<Set<string>> {
  const done = new Set<string>()
  const empty = page.getByRole('heading', { name: 'No open cases' })
  for (let n = 0; n < 80; n++) {
    const open = page.locator('[data-list-item]', {
      has: page.locator('[data-case-open][aria-expanded=true]'),
    })
    await expect(open.or(page.locator('[data-list-item]').first()).or(empty).first()).toBeVisible()
    if (await empty.isVisible()) return done
    if ((await open.count()) === 0) {
      await page.keyboard.press('j')
      await page.keyboard.press('o')
      await expect(open).toHaveCount(1)
    }
    await expect(open).toBeFocused()
    await expect(open).toBeInViewport()
    await expect(
      open
        .getByRole('button', { name: 'Reject' })
        .or(open.getByText(/^Closed/))
        .first(),
    ).toBeVisible()
    const id = (await open.getAttribute('id')) ?? ''
    if ((await open.getByRole('button', { name: 'Reject' }).count()) === 0) {
      await page.keyboard.press('o')
      continue
    }
    done.add(await decide(page, open, done))
    await expect(page.locator(`#${id}`)).toHaveCount(0)
  }
  return done
}

async function decide(page: Page, open: Locator, done: ReadonlySet<string>): Promise<string> {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const has = async (key: string) => (await open.locator(`[data-case-key="${key}"]:enabled`).count()) > 0
  const sanction = async (key: string, end: string) => {
    await press('1', key)
    await expect(open.getByRole('textbox', { name: 'Message to the member' })).toBeFocused()
    await page.keyboard.type('Please read the rules.')
    await press('Escape', end)
  }
  if (await has('g')) {
    await open.getByRole('textbox', { name: 'Answer' }).focus()
    await page.keyboard.type('We read it again.')
    await press('Escape', done.has('grant') ? 'x' : 'g')
    return 'grant'
  }
  if (await has('a')) {
    if (!done.has('approve')) {
      await press('a')
      return 'approve'
    }
    await press('2', 'x')
    return 'refuse'
  }
  if (await has('m')) {
    await press('m')
    return 'moot'
  }
  if ((await has('r')) && !done.has('remove')) {
    await press('r')
    // The error is at its field, which has the focus.
    const reason = open.getByRole('textbox', { name: 'Reason' })
    await expect(reason).toBeFocused()
    await expect(reason).toHaveAttribute('aria-invalid', 'true')
    await press('Escape', '1', 'r')
    return 'remove'
  }
  if ((await has('w')) && !done.has('warn')) {
    await sanction('w', 'u')
    return 'warn'
  }
  if ((await has('s')) && !done.has('suspend')) {
    await sanction('s', 'u')
    return 'suspend'
  }
  if (!done.has('reject')) {
    await press('x')
    return 'reject'
  }
  await press('u')
  return 'uphold'
}
