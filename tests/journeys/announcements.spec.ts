import type { Page } from '@playwright/test'
import { call, create } from './fixtures.ts'
import { wake } from './hands.ts'
import { expect, test } from './journey.ts'

test.use({ expected: [/Failed to load resource/] })

/** From now on, records what a screen reader would announce from live regions, and how urgently. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], [role=log]'
    const say = (words: string, region: Element) => {
      const whole = (region.closest('[role=alert]') ? 'at once: ' : '') + words.replace(/\s+/g, ' ').trim()
      if (words.trim() && said.at(-1) !== whole) said.push(whole)
    }
    const add = (node: Node, target: Node) => {
      const before = (target instanceof Element ? target : target.parentElement)?.closest(regions)
      const added = node instanceof Element ? [node, ...node.querySelectorAll('*')] : []
      const alert = added.find(({ role }) => role === 'alert')
      // Ignores regions that are inserted with their text. Screen readers may miss those, except for alerts.
      if (alert) say(alert.textContent, alert)
      else if (before) say((before.role === 'status' ? before : node).textContent ?? '', before)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        if (type === 'characterData') add(target, target)
        else for (const node of addedNodes) add(node, target)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)

/** Expects exactly `times` recorded announcements that match. */
async function expectSaid(page: Page, words: RegExp, times = 1): Promise<void> {
  await expect
    .poll(async () => (await said(page)).filter((each) => words.test(each)), words.source)
    .toHaveLength(times)
}

test('votes, toasts and what fails are said, once and not at the start', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('listener')
  const post = await create(page, 'posts', { title: 'Heard', content: '<p>Words.</p>' })
  await page.goto(`/post/${post}`)
  await listen(page)
  const up = page.getByRole('button', { name: 'Vote up' })
  await expect(up).toBeEnabled()
  expect(await said(page)).toEqual([])
  await up.click()
  await expectSaid(page, /^Voted up, 1 point$/)
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await expectSaid(page, /^Post bookmarked/)
  await page.route('**/vote', (route) => route.abort())
  await up.click()
  await expectSaid(page, /^at once: Error voting/)
  expect(await said(page)).toHaveLength(3)
})

test('what others do is said as it comes in', { tag: '@all' }, async ({ newMember }) => {
  const { page, member } = await newMember('waiting')
  const { page: other, member: writer } = await newMember('busy')
  await page.goto('/notes')
  await expect(page.getByRole('textbox', { name: 'Your note' })).toBeVisible()
  await listen(page)
  await create(other, 'notes', { content: 'Somebody is here.' })
  // Matches any number of notes, because other tests also write notes.
  await expect.poll(async () => (await said(page)).join('; ')).toMatch(/\d+ new notes?/)
  await call(other, 'put', `profiles/${member.username}/follow`)
  await expectSaid(page, /^Notifications, 1 unread$/)
  await create(other, `conversations/${member.username}/messages`, { content: 'Are you there?' })
  await expectSaid(page, new RegExp(`New message.*${writer.username} sent you a message`))
})

test('a list that has grown says by how much', { tag: '@all' }, async ({ newMember }) => {
  const { page, member } = await newMember('grows')
  for (let n = 1; n <= 12; n++) await create(page, 'notes', { content: `Note ${n}` })
  await page.goto(`/profile/${member.username}?tab=notes`)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await listen(page)
  await page.getByRole('link', { name: 'More notes' }).click()
  await expectSaid(page, /^2 more entries, 12 in all$/)
})

test('the room in a field is said when it gets short, not at each key', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('long')
  await page.goto('/notes')
  const box = page.getByRole('textbox', { name: 'Your note' })
  await box.fill('x'.repeat(399))
  await expect(page.getByText('399/500 characters')).toBeVisible()
  await listen(page)
  await box.fill('x'.repeat(440))
  await expect(page.getByText('440/500 characters')).toBeVisible()
  await expect(box).toHaveAccessibleDescription('440/500 characters')
  await box.press('End')
  await page.keyboard.type('y'.repeat(70))
  await expect(page.getByText('510/500 characters')).toBeVisible()
  expect((await said(page)).filter((words) => /character/.test(words))).toEqual([
    'No more than 50 characters left',
    'No more than 10 characters left',
    'You’ve reached the limit of 500 characters',
    'Too long: the limit is 500 characters',
  ])
  await expect(box).toHaveAttribute('aria-invalid', 'true')
})

test('what is wrong with a field is said, and tied to it', { tag: '@all' }, async ({ page }) => {
  await page.goto('/auth?tab=sign-up')
  await page.getByLabel('Username').fill('a b')
  await page.getByLabel('Email').fill('somebody@journey.example')
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await listen(page)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  const field = page.getByLabel('Username')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/^Invalid username format/)
  await expect(field).toBeFocused()
  await expectSaid(page, /^at once: .*Invalid username format/, 1)
})

test('another page is told by its title and its heading', { tag: '@all' }, async ({ page }) => {
  await page.goto('/about')
  await wake(page)
  const link = page.getByRole('navigation', { name: 'More' }).getByRole('link', { name: 'Thinkers' })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thinkers' })).toBeFocused()
  await expect(page).toHaveTitle('Thinkers | The Threshold')
  await page.goBack()
  await expect(page).toHaveTitle('About | The Threshold')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
