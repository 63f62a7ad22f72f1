import type { WorkerScope } from '../offline/worker-scope.ts'
import { showBadge } from './badge.ts'
import { isSamePlace, readPayload, targetUrl } from './targets.ts'

/** Shows push messages as notifications, and opens their pages. */
export function handlePushEvents(scope: WorkerScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(showMessage(scope, event.data)))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPage(scope, event.notification.data))
  })
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(subscribeAgain(scope, event.oldSubscription?.options.applicationServerKey))
  })
}

async function showMessage(scope: WorkerScope, data: { text(): string } | null): Promise<void> {
  const payload = readPayload(data?.text())
  if (!payload) return
  await showBadge(payload.unread)
  const url = targetUrl(payload.path, scope.location.origin)
  const tabs = await tabsOf(scope)
  const isOnScreen = tabs.some(
    (tab) => tab.focused && tab.visibilityState === 'visible' && isSamePlace(tab.url, url),
  )
  if (isOnScreen) return
  const { title, body, tag, icon, path } = payload
  await scope.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon,
    data: path,
  })
}

/** Focuses the tab that shows the page, because loading it again could lose typed text. Otherwise opens one. */
async function openPage(scope: WorkerScope, path: unknown): Promise<void> {
  const url = targetUrl(path, scope.location.origin)
  const tab = (await tabsOf(scope)).find((one) => isSamePlace(one.url, url))
  await (tab ? tab.focus() : scope.clients.openWindow(url))
}

function tabsOf({ clients }: WorkerScope) {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}

/** Replaces a subscription that the push service ended. If the session has ended too, push stays off. */
async function subscribeAgain(
  { registration }: WorkerScope,
  formerKey: ArrayBuffer | null | undefined,
): Promise<void> {
  const applicationServerKey = formerKey ?? (await readPublicKey())
  if (!applicationServerKey) return
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  await fetch(SUBSCRIPTIONS, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-csrf-token': crypto.randomUUID().replaceAll('-', '') },
    body: JSON.stringify({ endpoint, ...keys }),
  })
}

const SUBSCRIPTIONS = '/api/me/push-subscriptions'

async function readPublicKey(): Promise<string | undefined> {
  const response = await fetch(SUBSCRIPTIONS)
  return response.ok ? (await response.json()).public_key : undefined
}
