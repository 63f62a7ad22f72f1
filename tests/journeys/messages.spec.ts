import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'

// These tests interrupt the connection on purpose and request members who do not exist.
test.use({ expected: [/Failed to load resource/] })

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to / })
const log = (page: Page) => page.getByRole('log')
const message = (page: Page, words: string) => log(page).getByRole('listitem').filter({ hasText: words })
const conversations = (page: Page) => page.getByRole('region', { name: 'Conversations' })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Sends a message over the API as the member signed in on `page`. */
async function write(page: Page, to: string, content: string) {
  const response = await page.request.post(`/api/conversations/${to}/messages`, {
    data: { content },
    headers: CSRF,
  })
  expect(response.status(), await response.text()).toBe(201)
}

test('two members talk: a message arrives with a toast, is counted, opened, read and answered', async ({
  newMember,
}) => {
  const { page: ada, member: adas } = await newMember('ada')
  const { page: bo, member: bos } = await newMember('bo')
  await bo.goto('/forum')
  await expect(navigation(bo).getByRole('link', { name: 'Messages' })).toHaveText('Messages')

  await ada.goto(`/profile/${bos.username}`)
  await ada.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(ada).toHaveURL(`/messages?with=${bos.username}`)
  await composer(ada).fill('Good evening.')
  await composer(ada).press('Shift+Enter')
  await composer(ada).pressSequentially('Are you there?')
  await composer(ada).press('Enter')
  await expect(composer(ada)).toHaveValue('')
  await expect(composer(ada)).toBeFocused()
  await expect(message(ada, 'Good evening.')).toContainText('Sent')

  const toast = bo.getByRole('status').filter({ hasText: 'New message' })
  await expect(toast).toContainText(`${adas.username} sent you a message.`)
  await expect(navigation(bo).getByRole('link', { name: 'Messages 1 unread' })).toBeVisible()
  await toast.getByRole('button', { name: 'Open' }).click()
  await expect(bo).toHaveURL(`/messages?with=${adas.username}`)
  await expect(message(bo, 'Good evening.')).toContainText('Are you there?')
  await expect(navigation(bo).getByRole('link', { name: 'Messages' })).toHaveText('Messages')
  await expect(message(ada, 'Good evening.')).toContainText('Read')

  // Both members have the conversation open, so messages are read immediately and no toast appears.
  await composer(bo).fill('I am.')
  await bo.getByRole('button', { name: 'Send' }).click()
  await expect(message(ada, 'I am.')).toBeVisible()
  await expect(message(bo, 'I am.')).toContainText('Read')
  await expect(ada.getByRole('status').filter({ hasText: 'New message' })).toHaveCount(0)
  await expect(conversations(ada).getByRole('link', { name: bos.username })).toContainText('I am.')
})

test('a third member and a guest find no such conversation', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page: ada, member: adas } = await newMember('ada')
  const { member: bos } = await newMember('bo')
  const { page: eve } = await newMember('eve')
  await write(ada, bos.username, 'Between the two of us')
  for (const { username } of [adas, bos]) {
    expect((await eve.request.get(`/api/conversations/${username}/messages`)).status()).toBe(404)
    expect((await guest.request.get(`/api/conversations/${username}/messages`)).status()).toBe(401)
  }
  await eve.goto(`/messages?with=${bos.username}`)
  await expect(eve.getByText(`Say hello to ${bos.username}.`)).toBeVisible()
  await expect(eve.getByText('No conversations yet')).toBeVisible()
  await expect(eve.getByText('Between the two of us')).toHaveCount(0)

  await guest.goto(`/messages?with=${bos.username}`)
  await expect(guest.getByRole('heading', { name: 'Sign in to access your messages' })).toBeVisible()
  await guest.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(guest.getByRole('tab', { name: 'Sign In' })).toBeVisible()
  expect(decodeURIComponent(guest.url())).toContain(`redirect=/messages?with=${bos.username}`)
})

test('what could not be sent is kept, in order, over a reload, and sent once', async ({ newMember, sql }) => {
  const { page } = await newMember('unlucky')
  const { member: bos } = await newMember('bo')
  await page.goto(`/messages?with=${bos.username}`)
  await page.route('**/api/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  for (const words of ['First', 'Second']) {
    await composer(page).fill(words)
    await composer(page).press('Enter')
    await expect(message(page, words)).toContainText('Not sent')
  }
  await expect(page.getByText('Failed to send message').first()).toBeVisible()
  await composer(page).fill('A third, not finished')
  await page.reload()
  await expect(message(page, 'First')).toContainText('Not sent')
  await expect(composer(page)).toHaveValue('A third, not finished')

  // The server stores the message, but its response is lost. Sending the message again creates no duplicate.
  await page.unroute('**/api/conversations/*/messages')
  let isLost = false
  await page.route('**/api/conversations/*/messages', async (route) => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await message(page, 'First').getByRole('button', { name: 'Try again' }).click()
  await expect(message(page, 'Second')).toContainText('Not sent')
  await message(page, 'Second').getByRole('button', { name: 'Try again' }).click()
  await expect(message(page, 'Second')).toContainText('Sent')
  await expect(log(page).getByRole('listitem')).toContainText(['First', 'Second'])
  const { rows } = await sql(
    `select content from messages m join profiles p on p.id = m.recipient_id
     where p.username = $1 order by m.created_at`,
    [bos.username],
  )
  expect(rows.map(({ content }) => content)).toEqual(['First', 'Second'])
})

test('each conversation keeps its own draft, also over signing out', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page, member } = await newMember('drafter')
  const { member: bos } = await newMember('bo')
  const { member: cys } = await newMember('cy')
  await page.goto(`/messages?with=${bos.username}`)
  await composer(page).fill('For Bo alone')
  await page.goto(`/messages?start=${cys.username}`)
  await expect(page).toHaveURL(`/messages?with=${cys.username}`)
  await expect(composer(page)).toHaveValue('')
  await composer(page).fill('For Cy alone')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Keep and sign out' }).click()
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  for (const [{ username }, words] of [
    [bos, 'For Bo alone'],
    [cys, 'For Cy alone'],
  ] as const) {
    await page.goto(`/messages?with=${username}`)
    await expect(composer(page)).toHaveValue(words)
  }
})

test('people are found by name, and a failed search says so', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('seeker')
  const { member: bos } = await newMember('bohemian')
  await page.goto('/messages')
  await page.getByRole('button', { name: 'Find a member' }).click()
  const search = page.getByRole('searchbox', { name: 'Search people' })
  await expect(search).toBeFocused()
  await search.fill('bo')
  await expect(page.getByText('Type at least 3 characters.')).toBeVisible()
  await page.route('**/api/profiles?*', (route) => route.abort())
  await search.fill(bos.username)
  await expect(page.getByText('Failed to search profiles').first()).toBeVisible()
  await page.unroute('**/api/profiles?*')
  await search.fill(bos.username.toUpperCase())
  await page.getByRole('link', { name: `@${bos.username}` }).click()
  await expect(page).toHaveURL(`/messages?with=${bos.username}`)
  await expect(composer(page)).toBeFocused()

  await page.goto('/messages?start=nobody_of_this_name')
  await expect(page.getByText('The user profile could not be found').first()).toBeVisible()
  await expect(page).toHaveURL('/messages')
  await page.goto('/messages?with=nobody_of_this_name')
  await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible()
})

test('a long thread goes back page by page, and nothing jumps', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('archivist')
  const { page: bo, member: bos } = await newMember('bo')
  await sql(
    `insert into messages (content, sender_id, recipient_id, is_read, created_at)
     select 'Line ' || n, a.id, b.id, true,
       date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - (131 - n) * interval '1 minute'
     from profiles a, profiles b, generate_series(1, 130) as n where a.username = $1 and b.username = $2`,
    [bos.username, member.username],
  )
  await page.goto(`/messages?with=${bos.username}`)
  const line = (n: number) => log(page).getByText(`Line ${n}`, { exact: true })
  await expect(line(130)).toBeInViewport()
  await expect(line(81)).toBeAttached()
  await expect(line(80)).toHaveCount(0)
  await expect(log(page).getByRole('heading', { name: 'Yesterday' })).toBeVisible()
  await line(81).scrollIntoViewIfNeeded()
  const before = (await line(81).boundingBox())?.y
  await expect(line(31)).toBeAttached()
  expect((await line(81).boundingBox())?.y).toBeCloseTo(before ?? 0, 0)
  await page.getByRole('button', { name: 'Older messages' }).focus()
  await page.keyboard.press('Enter')
  await expect(line(1)).toBeAttached()
  await expect(page.getByRole('button', { name: 'Older messages' })).toHaveCount(0)
  await expect(log(page)).toBeFocused()

  // A new message does not move a reader who has scrolled up. Sending a message scrolls to the end.
  await line(40).scrollIntoViewIfNeeded()
  const there = (await line(40).boundingBox())?.y
  await write(bo, member.username, 'Meanwhile')
  await expect(message(page, 'Meanwhile')).toBeAttached()
  expect((await line(40).boundingBox())?.y).toBeCloseTo(there ?? 0, 0)
  await composer(page).fill('Now')
  await composer(page).press('Enter')
  await expect(message(page, 'Now')).toBeInViewport()
})

test('words are words: nothing in a message runs, addresses can be followed, long ones wrap', async ({
  newMember,
}) => {
  const { page: ada, member: adas } = await newMember('ada')
  const { page: bo, member: bos } = await newMember('bo')
  await write(ada, bos.username, `<img src=x onerror="document.title='ran'"> ${'w'.repeat(300)}`)
  await write(ada, bos.username, 'javascript:alert(1) and https://example.org/a?b=1.')
  await bo.goto(`/messages?with=${adas.username}`)
  await expect(message(bo, '<img src=x onerror=')).toBeVisible()
  await expect(log(bo).getByRole('link')).toHaveCount(1)
  const link = log(bo).getByRole('link', { name: 'example.org/a?b=1' })
  await expect(link).toHaveAttribute('href', 'https://example.org/a?b=1')
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener')
  expect(await log(bo).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expect(bo).toHaveTitle(/^Messages/)
})

test('what cannot be loaded says so, and comes with another try', { tag: '@all' }, async ({ newMember }) => {
  const { page, member } = await newMember('offline')
  const { page: bo, member: bos } = await newMember('bo')
  await write(bo, member.username, 'Hello')
  await page.route('**/api/conversations?*', (route) => route.abort())
  await page.route('**/api/conversations', (route) => route.abort())
  await page.route('**/api/conversations/*/messages', (route) => route.abort())
  await page.goto(`/messages?with=${bos.username}`)
  await expect(page.getByText('Failed to load conversations')).toBeVisible()
  await expect(page.getByText('Failed to load messages')).toBeVisible()
  await page.unrouteAll()
  await conversations(page).getByRole('button', { name: 'Try again' }).click()
  await expect(conversations(page).getByRole('link', { name: bos.username })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(message(page, 'Hello')).toBeVisible()
})

test('what is written in one go says once when, and its member can be looked up', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('reader')
  const { member: bos } = await newMember('bo')
  await sql(
    `insert into messages (content, sender_id, recipient_id, created_at)
     select words, a.id, b.id, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - ago * interval '1 minute'
     from profiles a, profiles b, (values ('One', 30), ('Two', 27), ('Three', 12)) as written (words, ago)
     where a.username = $1 and b.username = $2`,
    [bos.username, member.username],
  )
  await page.goto(`/messages?with=${bos.username}`)
  const time = (words: string) => message(page, words).locator('time')
  const opacity = (words: string) =>
    time(words).evaluate((time) => getComputedStyle(time.parentElement ?? time).opacity)
  await expect(time('Two')).toHaveText(/^\d\d:\d\d$/)
  await expect(time('One')).toHaveText(/^\d\d:\d\d$/)
  expect([await opacity('One'), await opacity('Two'), await opacity('Three')]).toEqual(['0', '1', '1'])
  await message(page, 'One').getByText('One').hover()
  await expect.poll(() => opacity('One')).toBe('1')

  const [below, window] = await Promise.all([
    page.getByRole('main').evaluate((main) => Math.round(main.getBoundingClientRect().bottom)),
    page.evaluate(() => innerHeight),
  ])
  expect(below).toBe(window)
  await page.getByRole('button', { name: `More about ${bos.username}` }).click()
  await page.getByRole('menuitem', { name: 'Close conversation' }).click()
  await expect(page.getByRole('heading', { name: 'No conversation selected' })).toBeVisible()
  await conversations(page).getByRole('link', { name: bos.username }).click()
  await page.getByRole('button', { name: `More about ${bos.username}` }).click()
  await page.getByRole('menuitem', { name: 'View profile' }).click()
  await expect(page).toHaveURL(`/profile/${bos.username}`)
})

test('beside a sidebar names are whole, and say when', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page, member } = await newMember('narrow')
  const { page: bo, member: bos } = await newMember('bo')
  const name = 'Priya Raghunathan-Oyelaran'
  await sql('update profiles set full_name = $1 where username = $2', [name, bos.username])
  await write(bo, member.username, 'On the way')
  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto('/messages')
  const row = conversations(page).getByRole('link', { name })
  await expect(row.getByText('now', { exact: true })).toBeVisible()
  const cut = await row
    .getByText(name)
    .evaluate((words) => [words.scrollWidth - words.clientWidth, words.scrollHeight - words.clientHeight])
  expect(cut).toEqual([0, 0])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('on a phone the composer stays above the keyboard', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('thumbs')
  const { member: bos } = await newMember('bo')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/messages?with=${bos.username}`)
  const send = page.getByRole('button', { name: 'Send' })
  const bottom = () => send.evaluate((button) => Math.round(button.getBoundingClientRect().bottom))
  await expect(send).toBeInViewport({ ratio: 1 })
  const before = await bottom()
  // Simulates an on-screen keyboard that leaves this height.
  const see = (height: number) =>
    page.evaluate((height) => {
      Object.defineProperty(visualViewport, 'height', { value: height, configurable: true })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, height)
  await see(500)
  await expect.poll(bottom).toBeLessThanOrEqual(500)
  expect(await bottom()).toBeGreaterThan(440)
  await see(844)
  await expect.poll(bottom).toBe(before)
})

test('on a phone the list and the thread take turns', { tag: '@all' }, async ({ newMember }) => {
  const { page, member } = await newMember('pocket')
  const { page: bo, member: bos } = await newMember('bo')
  await write(bo, member.username, 'On the way')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/messages')
  await expect(navigation(page).getByRole('link', { name: 'Messages 1 unread' })).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await conversations(page).getByRole('link', { name: bos.username }).click()
  await expect(message(page, 'On the way')).toBeVisible()
  await expect(conversations(page).getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await page.getByRole('link', { name: 'Back to conversations' }).click()
  await expect(conversations(page).getByRole('link', { name: bos.username })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeFocused()
})

test('searching, or with a message that was not sent, nothing stands in anybody’s way', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page, member } = await newMember('axe')
  const { page: bo, member: bos } = await newMember('bo')
  await write(bo, member.username, 'See https://example.org')
  await write(page, bos.username, 'I have.')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/messages')
  await expect(conversations(page).getByRole('link', { name: bos.username })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New message' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill(bos.username)
  await expect(page.getByText('1 member found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search people' }).press('Enter')
  await page.route('**/api/conversations/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await composer(page).fill('Not heard')
  await composer(page).press('Enter')
  await expect(message(page, 'Not heard')).toContainText('Not sent')
  await expect(message(page, 'I have.')).toBeVisible()
  // Waits until the toast has disappeared, because axe would reject its colours while it fades out.
  await expect(page.getByText('Failed to send message').first()).toBeVisible()
  await expect(page.getByText('Failed to send message')).toHaveCount(0)
  await expectAccessible(page)
})
