import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

test.use({ serviceWorkers: 'allow', expected: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503/] })

test('a guest reads on without a connection, and is told so', { tag: '@all' }, async ({
  page,
  context,
  newMember,
}) => {
  const { page: writer } = await newMember('writer')
  const [first, second, unread] = [await publish(writer), await publish(writer), await publish(writer)]
  for (const { id } of [first, second]) {
    await page.goto(`/post/${id}`)
    await isKept(page, new URL(page.url()).pathname)
  }
  await page.goto('/forum?search=nobody')
  await context.setOffline(true)

  await page.goto(`/post/${first.id}`)
  await expect(page.getByRole('heading', { name: first.title })).toBeVisible()
  await expect(mark(page)).toContainText(OFFLINE)
  await mark(page).getByRole('link', { name: 'Saved pages' }).click()
  await expect(page.getByRole('heading', { name: 'Recently read pages' })).toBeVisible()
  await expect(page.getByRole('link', { name: /nobody/ })).toHaveCount(0)
  await page.getByRole('link', { name: second.title }).click()
  await expect(page.getByText(second.words)).toBeVisible()

  await page.goto(`/post/${unread.id}`)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('link', { name: first.title })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(unread.words)).toBeVisible()
  await expect(mark(page)).toHaveCount(0)
})

test('what a member writes offline stays, and is sent once, when they say so', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page } = await newMember('traveller')
  const { id } = await publish(page)
  const other = await publish(page)
  await page.goto(`/post/${id}`)
  await isKept(page, new URL(page.url()).pathname, true)
  await page.goto(`/post/${other.id}`)
  await isKept(page, new URL(page.url()).pathname, true)
  await page.goto(`/post/${id}`)
  await page.context().setOffline(true)
  await box(page).fill('From the tunnel.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText(KEPT).first()).toBeVisible()

  await page.reload()
  await expect(mark(page)).toContainText(OFFLINE)
  await expect(box(page)).toHaveValue('From the tunnel.')
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  await page.goto(`/post/${other.id}`)
  await expect(page.getByText(other.words)).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByText('You’re back online.')).toBeVisible()
  await expect(waiting(page)).toContainText('A comment is waiting to be sent.')
  expect(await commentsOn(id)).toEqual([])
  await waiting(page).getByRole('link', { name: 'View' }).click()
  await expect(box(page)).toHaveValue('From the tunnel.')
  await expect(waiting(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('heading', { name: '1 comment', exact: true })).toBeVisible()
  // Polls the server, because the comment appears on the screen before it is sent.
  await expect.poll(() => commentsOn(id)).toEqual(['From the tunnel.'])
  await page.reload()
  await expect(page.getByRole('heading', { name: '1 comment', exact: true })).toBeVisible()
  await expect(box(page)).toHaveValue('')

  async function commentsOn(post: string) {
    const { rows } = await sql('select content from comments where post_id = $1', [post])
    return rows.map(({ content }) => content)
  }
})

test('so does a message', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page } = await newMember('traveller')
  const { member: bo } = await newMember('bo')
  const path = `/messages?with=${bo.username}`
  const composer = page.getByRole('textbox', { name: `Message to ${bo.username}` })
  const message = page.getByRole('log').getByRole('listitem').filter({ hasText: 'From the tunnel.' })
  await page.goto(path)
  await expect(composer).toBeVisible()
  await isKept(page, path, true)
  await page.context().setOffline(true)
  await composer.fill('From the tunnel.')
  await composer.press('Enter')
  await expect(message).toContainText('Not sent')
  await expect(page.getByText(KEPT).first()).toBeVisible()

  await page.reload()
  await expect(page.getByText('These messages could not be loaded')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Saved messages' })).toContainText('From the tunnel.')
  await expect(mark(page)).toContainText(OFFLINE)
  await page.context().setOffline(false)
  await expect(message).toContainText('Not sent')
  expect(await sent()).toEqual([])
  await message.getByRole('button', { name: 'Try again' }).click()
  await expect(message).toContainText('Sent')
  expect(await sent()).toEqual(['From the tunnel.'])

  async function sent() {
    const statement = `select content from messages m join profiles p on p.id = m.recipient_id where p.username = $1`
    const { rows } = await sql(statement, [bo.username])
    return rows.map(({ content }) => content)
  }
})

test('whoever signs out leaves no trace of what they read, nor anything of theirs', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('borrower')
  const { id } = await publish(page)
  await page.goto(`/post/${id}`)
  await isKept(page, new URL(page.url()).pathname)
  await page.goto('/messages')
  await isKept(page, '/messages')
  const addresses = await keptAddresses(page)
  expect(addresses.filter((path) => /^\/api\/(?!posts|concepts)/.test(path))).toEqual([])
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  const ofReading = async () => (await keptAddresses(page)).filter((path) => !path.startsWith('/assets/'))
  await expect.poll(ofReading).toEqual(['/offline'])
})

test('a kept page whose files are gone is not shown', { tag: '@all' }, async ({
  page,
  context,
  newMember,
}) => {
  const { page: writer } = await newMember('writer')
  const { id } = await publish(writer)
  await page.goto(`/post/${id}`)
  await isKept(page, new URL(page.url()).pathname)
  await page.evaluate(async () => {
    const shelf = await caches.open('assets-1')
    const [style] = (await shelf.keys()).filter(({ url }) => url.endsWith('.css'))
    if (style) await shelf.delete(style)
    const offline = await caches.open('pages-1')
    await offline.delete('/offline')
  })
  await context.setOffline(true)
  await expect(page.reload()).rejects.toThrow(/ERR_FAILED/)
})

test('the worker keeps to what it may weigh', { tag: '@all' }, async ({ request }) => {
  const response = await request.get('/sw.js')
  expect(response.headers()['cache-control']).toBe('no-cache')
  expect(gzipSync(await response.body()).byteLength).toBeLessThan(10 * 1024)
})

test.describe('a page that stood open over a new version', () => {
  test.use({ serviceWorkers: 'block', expected: [/404|dynamically imported module/] })

  test('loads itself anew for a part that is gone, once, and keeps the words', { tag: '@all' }, async ({
    newMember,
  }) => {
    const { page } = await newMember('late')
    let loads = 0
    page.on('request', (request) => request.isNavigationRequest() && loads++)
    await page.route(/\/assets\/editor-/, (route) =>
      loads > 1 ? route.fallback() : route.fulfill({ status: 404, body: 'gone' }),
    )
    // Playwright's message about the blocked service worker shows that the connection monitor is running.
    const isWatched = page.waitForEvent('console', (message) => /Worker registration/.test(message.text()))
    await page.goto('/create-post')
    await page.getByLabel('Title').fill('I was')
    await isWatched
    const loaded = page.waitForEvent('load')
    await page.getByRole('main').getByText('Write with formatting').click()
    await loaded
    await expect(page.getByLabel('Title')).toHaveValue('I was')
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
    expect(loads).toBe(2)
  })
})

/** Matches both notices, because Chromium says that it is online after a reload without network. */
const OFFLINE = /(You’re offline|The forum can’t be reached)\. This page was saved less than a minute ago\./
const KEPT = 'You’re offline. Your text is saved on this device. Send it when you’re back online.'

function mark(page: Page) {
  return page.getByRole('complementary', { name: 'Connection' })
}

function waiting(page: Page) {
  return page.getByRole('complementary', { name: 'Unsent texts' })
}

function box(page: Page) {
  return page.getByRole('textbox', { name: 'Your comment' })
}

async function publish(page: Page) {
  const title = `Read on the way ${crypto.randomUUID()}`
  const words = `The words of ${title}.`
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  const response = await page.request.post('/api/posts', {
    data: { title, content: `<p>${words}</p>` },
    headers,
  })
  return { id: (await response.json()).id as string, title, words }
}

/** Waits until the browser has cached the page with its assets. With `whole`, also all of its JavaScript. */
async function isKept(page: Page, path: string, whole = false) {
  await expect
    .poll(() => page.evaluate(isOnDevice, { path, whole }), { message: `${path} is kept`, timeout: 30_000 })
    .toBe(true)
}

async function isOnDevice({ path, whole }: { path: string; whole: boolean }): Promise<boolean> {
  const [page, offline] = [await caches.match(path), await caches.match('/offline')]
  const assets = page?.headers.get('x-kept-assets')?.split(' ') ?? []
  const described = assets.find((name) => name.endsWith('.js'))?.replace(/js$/, 'json') ?? ''
  const build = await (await caches.match(described))?.json()
  if (!page || !offline || !build) return false
  const needed = [...assets, ...build.starter, ...(whole ? build.application : [])]
  const there = await Promise.all(needed.map((name) => caches.match(name)))
  return there.every(Boolean)
}

function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const shelves = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(shelves.map((shelf) => shelf.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}
