import { client } from '../../core/client.ts'
import { workerContainer } from '../../platform/storage.ts'

/** `unsupported`: this browser has no Web Push here. `blocked`: the member has forbidden notifications. */
export type PushSupport = 'available' | 'blocked' | 'unsupported'

export function pushSupport(): PushSupport {
  if (!workerContainer() || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : 'available'
}

/** Asks for permission, subscribes this browser and saves the subscription. Returns whether the member allowed it. */
export async function turnOnPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await readyWorker()
  // A subscription with another key, for example from before the forum moved, cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await client.push.save(subscriptionInput(subscription))
  return true
}

export async function unsubscribeHere(): Promise<void> {
  const registration = await workerContainer()?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Milliseconds to wait for the service worker, which a browser may be unable to install. */
const WORKER_TIMEOUT_MS = 10_000

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<undefined>((done) => setTimeout(done, WORKER_TIMEOUT_MS))
  const registration = await Promise.race([workerContainer()?.ready, timeout])
  if (!registration) throw new Error('the service worker is not ready')
  return registration
}

function subscriptionInput(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}
