import type { ToWorker } from './words.ts'

/** Which pages somebody read stays with them: whoever uses the device next is not told. */
export async function forgetReading(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  registration?.active?.postMessage({ forget: true } satisfies ToWorker)
}
