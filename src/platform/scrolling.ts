import { DOCUMENT_ADDRESS, type PageFlags, pageFlags } from './page-protocol.ts'

/**
 * A page read from its top need not lay out its lower part at once (posts.css). After going back or reloading
 * it needs its full height. Inlined before the first paint (shell/first-paint.ts), so it must be
 * self-contained.
 */
export function noteStart(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const flags = document.documentElement.dataset as PageFlags
  if (arrival?.type === 'navigate' && !location.hash) flags.fromTop = ''
}

/** The flag only applies to the page that came as a document. */
export function forgetStart(router: {
  subscribe(event: 'onRendered', act: (event: { pathChanged: boolean }) => void): unknown
}): void {
  const forget = () => delete pageFlags().fromTop
  router.subscribe('onRendered', ({ pathChanged }) => pathChanged && forget())
  // Before the former page is rendered.
  addEventListener('popstate', forget, { once: true })
}

/** Whether the router scrolls: not on the first page, where the browser did and the reader may have scrolled since. */
export function movesPages() {
  let isFirst = true
  return ({ location }: { location: { pathname: string } }) => {
    const isThere = isFirst && location.pathname === DOCUMENT_ADDRESS.split('?')[0]
    isFirst = false
    return !isThere
  }
}

/** Call right after creating the router: it takes over scroll restoration, which may be too early after a reload. */
export function leaveFirstPlaceToBrowser(): void {
  if (document.readyState === 'complete') return
  history.scrollRestoration = 'auto'
  // The browser scrolls after the event.
  const takeOver = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => (history.scrollRestoration = 'manual')))
  addEventListener('load', takeOver, { once: true })
}

/** The router only remembers positions since it was created. A scroll event makes it read the current one. */
export function rememberPlaces(router: {
  subscribe(event: 'onBeforeNavigate', act: () => void): unknown
}): void {
  router.subscribe('onBeforeNavigate', () => document.dispatchEvent(new Event('scroll')))
}
