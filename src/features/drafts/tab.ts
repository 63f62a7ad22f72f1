import { newId } from '../../platform/ids.ts'

/** This page among the tabs of the browser. A page that is loaded again is another one. */
export const TAB = newId()

const LOCK = 'drafts of '
let isAnnounced = false
let release: (() => void) | undefined

/**
 * Lets other tabs know that this page is open, by a lock: it ends with the page, in a crash too. Browsers do not keep a
 * page with a lock for the way back, so it is released when the page is left.
 */
export function announceTab(): void {
  if (isAnnounced) return
  isAnnounced = true
  hold()
  addEventListener('pagehide', () => release?.())
  addEventListener('pageshow', ({ persisted }) => persisted && hold())
}

/** The pages that are open; undefined where the browser cannot say. */
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
