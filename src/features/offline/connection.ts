import { pageFlags } from '../../platform/page-protocol.ts'
import { workerContainer } from '../../platform/storage.ts'
import { readSnapshot } from '../accounts/session/snapshot.ts'
import { recoverFromLostFiles } from './lost-files.ts'
// Not when it is needed: by then there is nobody to ask for it.
import { goOffline } from './offline.ts'
import type { ToPage, ToWorker } from './worker-scope.ts'

/** Milliseconds that a page of the application's is on screen before it counts as read. */
const READ_AFTER = 2000

/**
 * Keeps what is read, mends lost files, and watches for the line to go down. Every page has this; what a member with a
 * text that waits needs comes when it is needed.
 */
export function followConnection(): void {
  const { kept } = pageFlags()
  recoverFromLostFiles()
  if (kept || !navigator.onLine) goOffline(kept)
  addEventListener('offline', () => goOffline())
  workerContainer()?.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    goOffline(data.kept ?? undefined)
  })
  if (readSnapshot())
    import('./unsent-notice.ts').then(
      ({ showUnsentTexts }) => showUnsentTexts(),
      () => {}, // The texts stay on the device, and the next page shows the notice.
    )
  if (document.readyState === 'complete') keepWhatIsRead()
  else addEventListener('load', keepWhatIsRead, { once: true })
}

/** Once the page is at rest, and again for each that the application puts in its place. */
function keepWhatIsRead(): void {
  const workers = workerContainer()
  if (!workers) return
  if (import.meta.env.DEV) return void dismissWorkers(workers)
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout
  whenIdle(async () => {
    await workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
    const post = () => postReading(workers)
    void post()
    let timer: ReturnType<typeof setTimeout>
    // Where it is missing, pages that only the application has opened are not kept.
    globalThis.navigation?.addEventListener('currententrychange', () => {
      clearTimeout(timer)
      timer = setTimeout(post, READ_AFTER)
    })
  })
}

async function postReading(workers: ServiceWorkerContainer): Promise<void> {
  const { active } = await workers.ready
  const whole = readSnapshot() !== undefined && !(navigator as Saving).connection?.saveData
  active?.postMessage({ read: location.pathname + location.search, whole } satisfies ToWorker)
}

interface Saving {
  connection?: { saveData?: boolean }
}

/** A worker of the built forum, met at the same address, would go on answering for it. */
async function dismissWorkers(workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister()
}
