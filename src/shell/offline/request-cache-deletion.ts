import { workerContainer } from '../../platform/storage.ts'
import type { ToWorker } from './worker-scope.ts'

/** Deletes cached pages, so that the next user of the device does not see them. */
export async function requestCacheDeletion(): Promise<void> {
  const registration = await workerContainer()
    ?.getRegistration()
    .catch(() => undefined) // there is none if site data is forbidden
  registration?.active?.postMessage({ forget: true } satisfies ToWorker)
}
