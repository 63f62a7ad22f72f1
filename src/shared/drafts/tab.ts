import { newId } from '../../platform/ids.ts'

/** Random id of this page load. A reload gets a new one. */
export const TAB_ID = newId()

const LOCK = 'drafts of '
let isAnnounced = false
let release: (() => void) | undefined

/**
 * Holds a browser lock that tells other tabs that this page is open. It is released when the user leaves,
 * because a page with a lock can't enter the back/forward cache. It also ends if the page crashes.
 */
export function announceTab(): void {
  if (isAnnounced) return
  isAnnounced = true
  hold()
  addEventListener('pagehide', () => release?.())
  addEventListener('pageshow', ({ persisted }) => persisted && hold())
}

/** Returns the ids of all open pages. Undefined if the browser does not support locks. */
export async function openTabs(): Promise<ReadonlySet<string> | undefined> {
  try {
    const { held = [], pending = [] } = await navigator.locks.query()
    const names = [...held, ...pending].map(({ name = '' }) => name)
    return new Set(names.filter((name) => name.startsWith(LOCK)).map((name) => name.slice(LOCK.length)))
  } catch {
    return undefined
  }
}

function hold(): void {
  const untilReleased = () => new Promise<void>((resolve) => (release = resolve))
  // Ignores errors, because locks are unavailable without HTTPS or if storage is blocked.
  void navigator.locks?.request(LOCK + TAB_ID, untilReleased).catch(() => undefined)
}
