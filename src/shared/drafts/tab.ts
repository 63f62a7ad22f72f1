import { newId } from '../../platform/ids.ts'

/** Id of this page load. */
export const TAB_ID = newId()

const LOCK = 'drafts of '
let isAnnounced = false
let release: (() => void) | undefined

/**
 * Marks this page as open for other tabs, with a lock that ends even if the page crashes. It is released when the user
 * leaves, or the page couldn't enter the back/forward cache.
 */
export function announceTab(): void {
  if (isAnnounced) return
  isAnnounced = true
  hold()
  addEventListener('pagehide', () => release?.())
  addEventListener('pageshow', ({ persisted }) => persisted && hold())
}

/** Ids of open pages. Undefined if the browser has no locks. */
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
  // Locks need a secure context and access to storage.
  void navigator.locks?.request(LOCK + TAB_ID, untilReleased).catch(() => undefined)
}
