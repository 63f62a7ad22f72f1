import type { Page, Request } from '@playwright/test'
import { expect, test } from './journey.ts'

test('tabs share one stream, which survives a lost network and its own tab', async ({ newMember, sql }) => {
  const { member, page } = await newMember('live')
  const { page: stranger } = await newMember('stranger')
  const tell = await teller(sql, member.username)
  const streams = streamsOf(page)
  await page.goto('/forum')
  await expect.poll(() => streams.length).toBe(1)
  const other = await page.context().newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: 'Account' })).toBeVisible()
  const heard = { other: await overhear(other, tell.id), stranger: await overhear(stranger, tell.id) }
  await tell.event({ type: 'notification' })
  await expect.poll(heard.other).toEqual(['notification'])
  expect(streams).toHaveLength(1)

  await page.context().setOffline(true)
  await expect.poll(() => streams[0]?.failure()?.errorText).toContain('ABORTED')
  await tell.event({ type: 'messages_read', with: tell.id, by: tell.id })
  await page.context().setOffline(false)
  await expect.poll(heard.other).toEqual(['notification', 'messages_read'])
  expect(streams[1]?.headers()['last-event-id']).toBeTruthy()

  await page.close()
  await expect.poll(() => streams.length).toBe(3)
  await tell.event({ type: 'notification' })
  // The tab that holds the stream now does not hear what it says itself: a third one does.
  const third = await page.context().newPage()
  await third.goto('/')
  await expect(third.getByRole('button', { name: 'Account' })).toBeVisible()
  const last = await overhear(third, tell.id)
  await tell.event({ type: 'message', with: tell.id, from: tell.id })
  await expect.poll(last).toEqual(['message'])
  expect(streams).toHaveLength(3)
  expect(await heard.stranger()).toEqual([])
})

test('signing out in one tab ends the stream of all, and the next member has their own', async ({
  newMember,
  sql,
}) => {
  const { member, page } = await newMember('leaving')
  const { member: next } = await newMember('arriving')
  const former = await teller(sql, member.username)
  const streams = streamsOf(page)
  await page.goto('/forum')
  await expect.poll(() => streams.length).toBe(1)
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => streams[0]?.failure()?.errorText).toContain('ABORTED')

  await expect(other).toHaveURL('/auth')
  await other.getByLabel('Email').fill(next.email)
  await other.getByLabel('Password').fill(next.password)
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect.poll(() => streams.length).toBe(2)
  const heard = await overhear(page, former.id)
  await former.event({ type: 'notification' })
  const own = await teller(sql, next.username)
  const heardOwn = await overhear(page, own.id)
  await own.event({ type: 'notification' })
  await expect.poll(heardOwn).toEqual(['notification'])
  expect(await heard()).toEqual([])
})

test.describe('refused', () => {
  // What the page asks for in the moment between.
  test.use({ expected: [/the server responded with a status of 401/] })

  test('a session that is ended elsewhere signs the page out by itself', async ({ newMember, sql }) => {
    const { member, page } = await newMember('revoked')
    const streams = streamsOf(page)
    await page.goto('/forum')
    await expect.poll(() => streams.length).toBe(1)
    await sql('delete from sessions where user_id = (select id from users where email = $1)', [member.email])
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  })
})

test('a guest has no stream', async ({ page }) => {
  const streams = streamsOf(page)
  await page.goto('/forum')
  await page.mouse.move(9, 9)
  await page.getByRole('button', { name: /theme/i }).first().click()
  await page.goto('/')
  expect(streams).toEqual([])
})

/** The streams that the tabs of a browser ask for. */
function streamsOf(page: Page): Request[] {
  const streams: Request[] = []
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') streams.push(request)
  })
  return streams
}

/** Tells a member something as another node would. */
async function teller(
  sql: (statement: string, values?: unknown[]) => Promise<{ rows: { id: string }[] }>,
  name: string,
) {
  const { rows } = await sql('select id from profiles where username = $1', [name])
  const id = rows[0]?.id as string
  const event = (event: object) => {
    const message = { channel: 'live', message: { to: id, event } }
    return sql('select pg_notify($1, $2)', ['threshold', JSON.stringify(['', message])])
  }
  return { id, event }
}

/** What the tab that holds the stream of a member tells the others of its browser from now on. */
async function overhear(page: Page, memberId: string): Promise<() => Promise<string[]>> {
  const list = await page.evaluateHandle((name) => {
    const heard: string[] = []
    const channel = new BroadcastChannel(name)
    channel.onmessage = ({ data }) => data.heard && heard.push(data.heard.type)
    return heard
  }, `live ${memberId}`)
  return () => list.jsonValue()
}
