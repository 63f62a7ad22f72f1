import { workerContainer } from '../../platform/storage.ts'

/** Whether the service worker may have a page for this address, which only loading it would show. */
export function mayBeOnDevice(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  const wasLoaded = loaded && new URL(loaded.name).pathname === location.pathname
  return Boolean(workerContainer()?.controller) && !wasLoaded
}
