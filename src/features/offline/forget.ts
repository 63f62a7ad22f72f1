import { workerContainer } from '../../platform/storage.ts'
import type { ToWorker } from './worker-scope.ts'

/** Which pages somebody read stays with them: whoever uses the device next is not told. */
export async function forgetReading(): Promise<void> {
  const registration = await workerContainer()
    ?.getRegistration()
    .catch(() => undefined) // Where site data is forbidden there is none.
  registration?.active?.postMessage({ forget: true } satisfies ToWorker)
}
