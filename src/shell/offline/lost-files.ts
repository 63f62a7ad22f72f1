import { pageFlags } from '../../platform/http/page-protocol.ts'
import { tabStorage } from '../../platform/storage.ts'

/** Time in milliseconds within which a page reloads at most once. */
const ONCE_IN = 60_000
const MARK = 'reloaded-for-file'

/**
 * Reloads an open page that requests a file that an update has removed. Only reloads after a 404, and never
 * during a navigation, which it would cancel. (Firefox rejects pending imports when the user follows a link.)
 */
export function recoverFromLostFiles(): void {
  addEventListener('vite:preloadError', async ({ payload }) => {
    const address = location.pathname + location.search
    if (!(await isGone(fileOf(payload)))) return
    const isLeaving = pageFlags().leaving !== undefined || location.pathname + location.search !== address
    // Checks after the request, because another missing file may have caused a reload in the meantime.
    if (isLeaving || hasJustReloaded() || !remember()) return
    location.reload()
  })
}

/** Returns the missing file from Chromium's or Firefox's error message, else this build's entry script. */
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

/** Remembers the reload. Returns false without storage, because the page might then reload forever. */
function remember(): boolean {
  return tabStorage.set(MARK, String(Date.now()))
}
