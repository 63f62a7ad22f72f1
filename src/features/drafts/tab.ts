import { newId } from '../../platform/ids.ts'

/** Id of this page load. */
export const TAB = newId()

const LOCK = 'drafts of '
let isAnnounced = false
let release: (() => void) | undefined

/**
 * Tells other tabs that this page is open, by a lock, which ends with the page even if it crashes. The lock is released
 * when the page is left, or the browser would not keep it in the back/forward cache.
 */
export function announceTab(): void {
  if (isAnnounced) return
  isAnnounced = true
  hold()
  addEventListener('pagehide', () => release?.())
  addEventListener('pageshow', ({ persisted }) => persisted && hold())
}

/** Ids of the open pages; undefined if the browser has no locks. */
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
  // Locks need a secure context, and storage that is not forbidden.
  void navigator.locks?.request(LOCK + TAB, untilReleased).catch(() => undefined)
}
