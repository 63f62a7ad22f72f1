import { pageFlags } from '../../platform/http/page-protocol.ts'
import { tabStorage } from '../../platform/storage.ts'

/** Milliseconds during which a page reloads only once. */
const ONCE_IN = 60_000
const MARK = 'reloaded-for-file'

/**
 * After an update, an open page may request a file that no longer exists. Reloads once, only after a 404, and
 * not during a navigation. A reload would cancel it, and Firefox rejects pending imports when a link is
 * followed.
 */
export function recoverFromLostFiles(): void {
  addEventListener('vite:preloadError', async ({ payload }) => {
    const address = location.pathname + location.search
    if (!(await isGone(fileOf(payload)))) return
    const isLeaving = pageFlags().leaving !== undefined || location.pathname + location.search !== address
    // Checked after the wait, because two parts may fail at once.
    if (isLeaving || hasJustReloaded() || !remember()) return
    location.reload()
  })
}

/** Chromium and Firefox name the file in the message. Otherwise returns the script of this build. */
function fileOf(error: Error): string | undefined {
  const script = document.querySelector<HTMLScriptElement>('script[src^="/assets/"]')
  return /\S*\/assets\/\S+/.exec(error.message)?.[0] ?? script?.src
}

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

/** Without storage the page might reload forever. */
function remember(): boolean {
  return tabStorage.set(MARK, String(Date.now()))
}
