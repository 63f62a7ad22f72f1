/** Of a service worker's world what ours uses: its types (lib.webworker) and a page's do not fit into one program. */
interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchCall extends Extendable {
  readonly request: Request
  /** The page that asks. */
  readonly clientId: string
  /** Not everywhere. */
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface MessageCall extends Extendable {
  readonly data: unknown
}

interface Events {
  install: Extendable
  activate: Extendable
  fetch: FetchCall
  message: MessageCall
}

interface WorkerScope {
  readonly location: Location
  readonly registration: {
    readonly navigationPreload?: { enable(): Promise<void> }
  }
  readonly clients: {
    claim(): Promise<void>
    get(id: string): Promise<{ postMessage(message: unknown): void } | undefined>
  }
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}

export const scope = globalThis as unknown as WorkerScope

/** Page to worker: what is being read; or that the device is to forget what was, because its reader signed out. */
export type ToWorker = { read: string; whole: boolean } | { forget: true }

/** Worker to page: what it asked for was kept at this time (ISO 8601 UTC), or there is nothing. */
export type ToPage = { kept: string } | { kept: null }
