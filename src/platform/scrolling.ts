import { DOCUMENT_ADDRESS, type PageFlags, pageFlags } from './http/page-protocol.ts'

/**
 * Flags a page that is read from its top, whose lower part need not be laid out at once (posts.css). After
 * back navigation or a reload, the page needs its full height. This function is inlined before the first
 * paint (shell/first-paint.ts), so it must be self-contained.
 */
export function flagPageTop(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const flags = document.documentElement.dataset as PageFlags
  if (arrival?.type === 'navigate' && !location.hash) flags.fromTop = ''
}

/** Removes the flag when the router shows another page: it applies to the loaded document only. */
export function clearPageTopFlag(router: {
  subscribe(event: 'onRendered', act: (event: { pathChanged: boolean }) => void): unknown
}): void {
  const forget = () => delete pageFlags().fromTop
  router.subscribe('onRendered', ({ pathChanged }) => pathChanged && forget())
  // Runs before the previous page is rendered.
  addEventListener('popstate', forget, { once: true })
}

/** Whether the router scrolls. Not on the first page: the browser did, and the reader may have scrolled since. */
export function createScrollDecision() {
  let isFirst = true
  return ({ location }: { location: { pathname: string } }) => {
    const isThere = isFirst && location.pathname === DOCUMENT_ADDRESS.split('?')[0]
    isFirst = false
    return !isThere
  }
}

/** Call it right after creating the router, which takes over scroll restoration. That may be too early on a reload. */
export function keepBrowserScrollPosition(): void {
  if (document.readyState === 'complete') return
  history.scrollRestoration = 'auto'
  // The browser scrolls after this event.
  const takeOver = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => (history.scrollRestoration = 'manual')))
  addEventListener('load', takeOver, { once: true })
}

/** Makes the router record the current position with a scroll event. It only knows positions since it was created. */
export function rememberScrollPositions(router: {
  subscribe(event: 'onBeforeNavigate', act: () => void): unknown
}): void {
  router.subscribe('onBeforeNavigate', () => document.dispatchEvent(new Event('scroll')))
}
