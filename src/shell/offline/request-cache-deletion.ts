import { workerContainer } from '../../platform/storage.ts'
import type { ToWorker } from './worker-scope.ts'

/** Asks the service worker to delete cached pages, so that the device's next user does not see them. */
export async function requestCacheDeletion(): Promise<void> {
  const registration = await workerContainer()
    ?.getRegistration()
    .catch(() => undefined) // not available if the browser blocks site data
  registration?.active?.postMessage({ forget: true } satisfies ToWorker)
}
