import { readSnapshot } from '../accounts/snapshot.ts'
import { recoverFromLostFiles } from './lost-files.ts'
// Not when it is needed: by then there is nobody to ask for it.
import { goOffline } from './offline.ts'
import type { ToPage, ToWorker } from './words.ts'

/** Milliseconds that a page of the application's is on screen before it counts as read. */
const READ_AFTER = 2000

/**
 * Keeps what is read, mends lost files, and watches for the line to go down. Every page has this; what a member with a
 * text that waits needs comes when it is needed.
 */
export function followConnection(): void {
  const { kept } = document.documentElement.dataset
  recoverFromLostFiles()
  if (kept || !navigator.onLine) goOffline(kept)
  addEventListener('offline', () => goOffline())
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    goOffline(data.kept ?? undefined)
  })
  if (readSnapshot()) void import('./waiting-notice.ts').then(({ showWaitingTexts }) => showWaitingTexts())
  if (document.readyState === 'complete') keepWhatIsRead()
  else addEventListener('load', keepWhatIsRead, { once: true })
}

/** Once the page is at rest, and again for each that the application puts in its place. */
function keepWhatIsRead(): void {
  if (!navigator.serviceWorker) return
  if (import.meta.env.DEV) return void dismissWorkers()
  const whenIdle = globalThis.requestIdleCallback ?? setTimeout
  whenIdle(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
    void tellWhatIsRead()
    let timer: ReturnType<typeof setTimeout>
    // Where it is missing, pages that only the application has opened are not kept.
    globalThis.navigation?.addEventListener('currententrychange', () => {
      clearTimeout(timer)
      timer = setTimeout(tellWhatIsRead, READ_AFTER)
    })
  })
}

async function tellWhatIsRead(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const whole = readSnapshot() !== undefined && !(navigator as Saving).connection?.saveData
  active?.postMessage({ read: location.pathname + location.search, whole } satisfies ToWorker)
}

interface Saving {
  connection?: { saveData?: boolean }
}

/** A worker of the built forum, met at the same address, would go on answering for it. */
async function dismissWorkers(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}
