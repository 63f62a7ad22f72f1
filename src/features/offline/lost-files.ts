import { pageFlags } from '../../platform/page-protocol.ts'
import { tabStorage } from '../../platform/storage.ts'

/** Milliseconds in which a page is loaded anew only once for a file that is gone. */
const ONCE_IN = 60_000
const MARK = 'reloaded-for-file'

/**
 * A page that stays open over an update may ask for a file that no longer exists. Reloading brings the new version; the
 * typed text is in its draft by then. It reloads once, only for a file that the server answers with 404, and never while
 * the reader is on the way to another page: that reload would cancel their navigation. Firefox rejects pending imports when
 * somebody follows a link, although no file is gone.
 */
export function recoverFromLostFiles(): void {
  addEventListener('vite:preloadError', async ({ payload }) => {
    const address = location.pathname + location.search
    if (!(await isGone(fileOf(payload)))) return
    const isLeaving = pageFlags().leaving !== undefined || location.pathname + location.search !== address
    // Checked after the wait: one part may be asked for twice.
    if (isLeaving || hasJustReloaded() || !remember()) return
    location.reload()
  })
}

/** The file that an import names in its message, in Chromium and Firefox. Where it names none, the script of this build. */
function fileOf(error: Error): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[src^="/assets/"]')
  return /\S*\/assets\/\S+/.exec(error.message)?.[0] ?? script?.src
}

/** HEAD passes by the service worker and its cache. */
async function isGone(file: string | undefined): Promise<boolean> {
  if (!file) return false
  try {
    return (await fetch(file, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}

function hasJustReloaded(): boolean {
  return Date.now() - Number(tabStorage.get(MARK)) < ONCE_IN
}

/** Where it cannot be remembered, the page might be loaded anew for ever. */
function remember(): boolean {
  return tabStorage.set(MARK, String(Date.now()))
}
