import type { Page, Request } from '@playwright/test'
import { moveMouse } from './hands.ts'
import { expect, test } from './journey.ts'

test('tabs share one stream, which survives a lost network and its own tab', { tag: '@all' }, async ({
  newMember,
}) => {
  const { member, page } = await newMember('live')
  const { page: friend } = await newMember('friend')
  const { page: stranger } = await newMember('stranger', '/')
  const streams = streamsOf(page)
  await page.goto('/forum')
  await expect.poll(() => streams.length).toBe(1)
  const other = await openTab(page)
  const write = () => writeTo(friend, member.username)
  await write()
  for (const tab of [page, other]) await expect(unread(tab, 1)).toBeVisible()
  expect(streams).toHaveLength(1)

  // Waits until the script that reports a lost connection has loaded, which happens in idle time.
  for (const tab of [page, other]) await expect.poll(() => hasLoaded(tab, /\/assets\/connection-/)).toBe(true)
  await page.context().setOffline(true)
  await expect.poll(() => streams[0]?.failure()?.errorText).toContain('ABORTED')
  await write()
  await page.context().setOffline(false)
  for (const tab of [page, other]) await expect(unread(tab, 2)).toBeVisible()
  expect(streams).toHaveLength(2)
  expect(streams[1]?.headers()['last-event-id'], 'it goes on where it was').toBeTruthy()

  await page.close()
  await expect.poll(() => streams.length).toBe(3)
  const third = await openTab(other)
  await write()
  for (const tab of [other, third]) await expect(unread(tab, 3)).toBeVisible()
  expect(streams).toHaveLength(3)
  expect(streams[2]?.headers()['last-event-id']).toBeTruthy()
  await expect(messages(stranger)).toHaveText('Messages')
})

test('signing out in one tab ends the stream of all, and the next member has their own', {
  tag: '@all',
}, async ({ newMember }) => {
  const { member, page } = await newMember('leaving')
  const { member: next } = await newMember('arriving')
  const { page: friend } = await newMember('friend')
  const streams = streamsOf(page)
  await page.goto('/forum')
  await expect.poll(() => streams.length).toBe(1)
  const other = await openTab(page)
  await other.getByRole('button', { name: 'Account', exact: true }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => streams[0]?.failure()?.errorText).toContain('ABORTED')

  await expect(other).toHaveURL('/auth')
  await other.getByLabel('Email').fill(next.email)
  await other.getByLabel('Password').fill(next.password)
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await expect.poll(() => streams.length).toBe(2)
  await writeTo(friend, member.username)
  await writeTo(friend, next.username)
  for (const tab of [page, other]) await expect(unread(tab, 1)).toBeVisible()
  expect(streams).toHaveLength(2)
})

test.describe('refused', () => {
  // Expects errors: the page may still send requests before it learns that the session has ended.
  test.use({ expected: [/the server responded with a status of 401/] })

  test('a session that is ended elsewhere signs the page out by itself', { tag: '@all' }, async ({
    newMember,
    sql,
  }) => {
    const { member, page } = await newMember('revoked')
    const streams = streamsOf(page)
    await page.goto('/forum')
    await expect.poll(() => streams.length).toBe(1)
    await sql('delete from sessions where user_id = (select id from users where email = $1)', [member.email])
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  })
})

test('a guest hears of new notes while they look at them, and has no stream elsewhere', {
  tag: '@all',
}, async ({ page, newMember }) => {
  const { page: writer } = await newMember('sharing')
  const streams = streamsOf(page)
  await page.goto('/notes')
  await moveMouse(page)
  await expect.poll(() => streams.length).toBe(1)
  const content = `Just thinking aloud ${crypto.randomUUID()}`
  const note = { data: { content }, headers: CSRF }
  expect((await writer.request.post('/api/notes', note)).status()).toBe(201)
  await expect(page.getByText(content)).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' }).click()
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible()
  await expect.poll(() => streams[0]?.failure()?.errorText).toContain('ABORTED')
  expect(streams).toHaveLength(1)
})

test('a guest who reads has no stream', { tag: '@all' }, async ({ page }) => {
  const streams = streamsOf(page)
  await page.goto('/forum')
  await moveMouse(page)
  await page.getByRole('button', { name: /theme/i }).first().click()
  await page.goto('/')
  expect(streams).toEqual([])
})

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const messages = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' })
const unread = (page: Page, count: number) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: `Messages ${count} unread` })

/** Returns the requests for event streams by all tabs of this browser, including later ones. */
function streamsOf(page: Page): Request[] {
  const streams: Request[] = []
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') streams.push(request)
  })
  return streams
}

/** Opens another tab of the same browser and waits until its JavaScript runs. */
async function openTab(beside: Page): Promise<Page> {
  const tab = await beside.context().newPage()
  await tab.goto('/')
  await expect(tab.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  return tab
}

/** Sends a message over the API as the member signed in on `page`. */
async function writeTo(page: Page, username: string) {
  const response = await page.request.post(`/api/conversations/${username}/messages`, {
    data: { content: 'Are you there?' },
    headers: CSRF,
  })
  expect(response.status(), await response.text()).toBe(201)
}

function hasLoaded(page: Page, file: RegExp): Promise<boolean> {
  return page.evaluate(
    (pattern) =>
      performance
        .getEntriesByType('resource')
        .some(({ name, duration }) => duration > 0 && new RegExp(pattern).test(name)),
    file.source,
  )
}
