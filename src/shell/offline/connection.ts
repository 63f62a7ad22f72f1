import { readSnapshot } from '../../accounts/session/snapshot.ts'
import { pageFlags } from '../../platform/http/page-protocol.ts'
import { workerContainer } from '../../platform/storage.ts'
import { recoverFromLostFiles } from './lost-files.ts'
// Imported statically, because it is needed when the network is down.
import { goOffline } from './offline.ts'
import type { ToPage, ToWorker } from './worker-scope.ts'

/** Milliseconds on screen after which a page counts as read and is cached. */
const READ_AFTER = 2000
/** Milliseconds after which the service worker is registered, even if the browser is never idle. */
const IDLE_WITHIN = 3000

/** Caches read pages, reloads if files of an old build are missing, and detects a lost connection. */
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
      () => {}, // the next page tries again
    )
  if (document.readyState === 'complete') keepWhatIsRead()
  else addEventListener('load', keepWhatIsRead, { once: true })
}

function keepWhatIsRead(): void {
  const workers = workerContainer()
  if (!workers) return
  if (import.meta.env.DEV) return void dismissWorkers(workers)
  const keep = async () => {
    await workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
    const post = () => postReading(workers)
    void post()
    let timer: ReturnType<typeof setTimeout>
    // Without the Navigation API, only full page loads are cached.
    globalThis.navigation?.addEventListener('currententrychange', () => {
      clearTimeout(timer)
      timer = setTimeout(post, READ_AFTER)
    })
  }
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(keep, { timeout: IDLE_WITHIN })
  else setTimeout(keep)
}

async function postReading(workers: ServiceWorkerContainer): Promise<void> {
  const { active } = await workers.ready
  const whole = readSnapshot() !== undefined && !(navigator as NavigatorConnection).connection?.saveData
  active?.postMessage({ read: location.pathname + location.search, whole } satisfies ToWorker)
}

interface NavigatorConnection {
  connection?: { saveData?: boolean }
}

/** Unregisters the service worker of an earlier production build, which would still handle requests. */
async function dismissWorkers(workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister()
}
