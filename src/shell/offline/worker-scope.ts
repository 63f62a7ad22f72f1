/** The parts of a service worker's scope that are used here. lib.webworker conflicts with lib.dom. */
interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchCall extends Extendable {
  readonly request: Request
  readonly clientId: string
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface MessageCall extends Extendable {
  readonly data: unknown
}

interface PushCall extends Extendable {
  readonly data: { text(): string } | null
}

interface NotificationCall extends Extendable {
  readonly notification: { close(): void; readonly data: unknown }
}

interface SubscriptionCall extends Extendable {
  readonly oldSubscription?: PushSubscription | null
}

/** A tab or window of the forum. */
interface WindowClient {
  readonly url: string
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
}

interface Events {
  install: Extendable
  activate: Extendable
  fetch: FetchCall
  message: MessageCall
  push: PushCall
  notificationclick: NotificationCall
  pushsubscriptionchange: SubscriptionCall
}

export interface WorkerScope {
  readonly location: Location
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> }
    readonly pushManager: PushManager
    showNotification(title: string, options: NotificationOptions & { renotify?: boolean }): Promise<void>
  }
  readonly clients: {
    claim(): Promise<void>
    get(id: string): Promise<{ postMessage(message: unknown): void } | undefined>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}

export const workerScope = globalThis as unknown as WorkerScope

/** Message from page to worker: the page being read, or a request to delete all pages after a sign-out. */
export type ToWorker = { read: string; whole: boolean } | { forget: true }

/** Message from worker to page: when the response was cached (ISO 8601, UTC), or null if it is not cached. */
export type ToPage = { kept: string } | { kept: null }
