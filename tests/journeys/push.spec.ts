import type { BrowserContext, Page, Worker } from '@playwright/test'
import type { PushPayload } from '../../src/settings/push/payload.ts'
import { createBrowserKeys } from '../push-service.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

test.use({ serviceWorkers: 'allow' })

/**
 * Replaces `PushManager.subscribe` and the permission, because Chromium without a display has no push service and
 * forbids notifications. The rest of the page, the worker, the push event and the forum are real.
 */
async function fakePushService(context: BrowserContext, endpoint: string): Promise<void> {
  await context.addInitScript(
    ({ endpoint, keys }) => {
      Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'granted' })
      Notification.requestPermission = async () => 'granted'
      PushManager.prototype.subscribe = async (options) => {
        if (!options?.userVisibleOnly || String(options.applicationServerKey).length !== 87)
          throw new Error('wrong options')
        return { toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription
      }
    },
    { endpoint, keys: createBrowserKeys().keys as Record<string, string> },
  )
}

let endpoints = 0
const newEndpoint = () => `https://push.example.invalid/${Date.now()}/${++endpoints}`

const payloadOf = (path: string, more: Partial<PushPayload> = {}): PushPayload => ({
  title: 'Bo Kirk commented on “A quiet post”',
  body: 'Well said.',
  path,
  tag: `tag of ${path}`,
  icon: '/icon-192.png',
  unread: 3,
  ...more,
})

/** Returns a function that delivers a payload to the real service worker, as the browser does after decryption. */
async function pushChannel(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((done) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) done(first.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  return (payload: unknown) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
}

/** Replaces what Chromium without a display refuses to a worker: notifications, and windows without a real click. */
function watch(worker: Worker) {
  return worker.evaluate(() => {
    const scope = globalThis as unknown as WatchedScope
    scope.deeds = []
    scope.notifications = []
    const record = (deed: string) => {
      scope.deeds.push(deed)
      return Promise.resolve(null)
    }
    scope.registration.showNotification = async (title, { tag = '', body = '', data } = {}) => {
      scope.notifications = scope.notifications.filter((one) => one.tag !== tag)
      scope.notifications.push({ title, tag, body, data })
    }
    scope.clients.openWindow = (url) => record(`opened ${new URL(url).pathname}`)
    scope.WindowClient.prototype.focus = () => record('focused a tab')
    Object.assign(navigator, { setAppBadge: (count: number) => record(`badge ${count}`) })
  })
}

interface WatchedScope {
  deeds: string[]
  notifications: { title: string; tag: string; body: string; data: unknown }[]
  registration: ServiceWorkerRegistration
  clients: { openWindow: (url: string) => Promise<null> }
  WindowClient: { prototype: { focus: () => Promise<unknown> } }
}

const shown = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as WatchedScope).notifications)
const deedsOf = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as WatchedScope).deeds.splice(0))

/** Clicks the only notification. */
const click = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WatchedScope & { ExtendableEvent: typeof Event }
    const [first] = scope.notifications
    const close = () => scope.notifications.shift()
    dispatchEvent(
      Object.assign(new scope.ExtendableEvent('notificationclick'), { notification: { ...first, close } }),
    )
  })

async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const [worker] = page.context().serviceWorkers()
  return worker ?? page.context().waitForEvent('serviceworker')
}

test('a member turns on push, and a pushed comment is shown and opened', async ({ newMember, sql }) => {
  const { page } = await newMember('reachable')
  const endpoint = newEndpoint()
  await fakePushService(page.context(), endpoint)
  await page.goto('/settings/notifications')
  await expect(page.getByRole('checkbox', { name: 'Push: Someone mentions me' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  await expect(toast(page, 'Push notifications are on in this browser')).toBeVisible()
  await expect(page.getByText('This browser ·')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Push: Someone mentions me' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Push: Someone follows me' })).not.toBeChecked()

  const worker = await workerOf(page)
  await watch(worker)
  const deliver = await pushChannel(page)
  const { title, body, tag, path: data } = payloadOf('/notes')
  await deliver(payloadOf('/notes'))
  await expect.poll(() => shown(worker)).toEqual([{ title, body, tag, data }])
  await deliver(payloadOf('/notes', { title: 'Two comments' }))
  await expect.poll(() => shown(worker), 'a later one replaces it').toMatchObject([{ title: 'Two comments' }])
  await click(worker)
  await expect.poll(() => shown(worker)).toEqual([])
  expect(await deedsOf(worker)).toEqual(['badge 3', 'badge 3', 'opened /notes'])

  await page.getByRole('button', { name: /^Remove / }).click()
  await expect(page.getByText(/^Push is off in /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on in this browser' })).toBeVisible()
  const { rows } = await sql('select from push_subscriptions where endpoint = $1', [endpoint])
  expect(rows).toEqual([])
})

test('the worker shows nothing about the page on screen, and opens no other site', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('reader')
  const id = await create(page, 'posts', { title: 'A quiet post', content: '<p>Words.</p>' })
  await page.goto(`/post/${id}`)
  const worker = await workerOf(page)
  await watch(worker)
  const deliver = await pushChannel(page)
  await deliver(payloadOf(`/post/${id}/an-older-title?comment=1#comment-1`))
  await deliver({ title: 'Incomplete' })
  await deliver(payloadOf('https://elsewhere.example/', { tag: 'elsewhere', title: 'Elsewhere' }))
  await expect.poll(() => shown(worker)).toMatchObject([{ title: 'Elsewhere' }])
  await click(worker)
  await expect.poll(() => shown(worker)).toEqual([])
  await expect.poll(() => deedsOf(worker)).toEqual(['badge 3', 'badge 3', 'opened /'])

  await page.goto('/notes')
  await deliver(payloadOf(`/post/${id}`))
  await expect.poll(() => shown(worker)).toHaveLength(1)
  await page.goto(`/post/${id}`)
  await deedsOf(worker)
  await click(worker)
  await expect.poll(() => deedsOf(worker)).toEqual(['focused a tab'])
})

test('push is saved per browser, and ends with the sign-out', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page } = await newMember('leaver')
  const endpoint = newEndpoint()
  await fakePushService(page.context(), endpoint)
  await page.goto('/settings/notifications')
  await page.getByRole('button', { name: 'Turn on in this browser' }).click()
  const votes = page.getByRole('checkbox', { name: 'Push: Someone votes for my post or comment' })
  await votes.check()
  await expect(toast(page, 'Notification settings saved')).toBeVisible()
  await page.reload()
  await expect(votes).toBeChecked()
  await expectAccessibleEverywhere(page, 'the settings of push')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  const { rows } = await sql('select from push_subscriptions where endpoint = $1', [endpoint])
  expect(rows).toEqual([])
})

test('the icon’s badge shows what is unread, and nothing after reading', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('counted')
  const { page: theirs } = await newMember('counter')
  await page.context().addInitScript(() => {
    const badges: number[] = []
    Object.assign(globalThis, { badges })
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void badges.push(count),
      clearAppBadge: async () => void badges.push(0),
    })
  })
  const badge = () => page.evaluate(() => (globalThis as unknown as { badges: number[] }).badges.at(-1))
  const id = await create(page, 'posts', { title: 'A quiet post', content: '<p>Words.</p>' })
  await create(theirs, `posts/${id}/comments`, { content: 'A remark.' })
  await page.goto('/notifications')
  await expect.poll(badge).toBe(1)
  await page.getByRole('button', { name: 'Mark all read' }).first().click()
  await expect.poll(badge).toBe(0)
})

test.describe('refused', () => {
  test.use({ expected: [/status of (409|500)/] })

  test('a browser that may not notify, or a save that fails, says so', { tag: '@all' }, async ({
    newMember,
  }) => {
    const { page } = await newMember('unlucky')
    await fakePushService(page.context(), newEndpoint())
    await page.route('**/api/me/push-subscriptions', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Remove one first.' } })
        : route.continue(),
    )
    await page.goto('/settings/notifications')
    await page.getByRole('button', { name: 'Turn on in this browser' }).click()
    await expect(toast(page, 'Push could not be turned on')).toBeVisible()
    await expect(page.getByText('Remove one first.')).toBeVisible()
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
    await page.reload()
    await expect(page.getByText('Notifications are blocked in this browser.')).toBeVisible()
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))
    await page.reload()
    await expect(page.getByText('This browser doesn’t support push notifications.')).toBeVisible()
  })
})

test('Chromium can install the forum', async ({ page, request }) => {
  await page.goto('/about')
  const cdp = await page.context().newCDPSession(page)
  expect((await cdp.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  const { errors, data = '' } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { icons, screenshots, ...rest } = JSON.parse(data)
  expect(rest).toMatchObject({ name: 'The Threshold', start_url: '/', scope: '/', display: 'standalone' })
  const form = screenshots.map(({ form_factor }: { form_factor: string }) => form_factor)
  expect(form).toEqual(['narrow', 'wide'])
  for (const { src, type, sizes } of [...icons, ...screenshots]) {
    const response = await request.get(src)
    expect(response.headers()['content-type']).toBe(type)
    const file = await response.body()
    if (type === 'image/png') expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes)
  }
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', '/icon-180.png')
})
