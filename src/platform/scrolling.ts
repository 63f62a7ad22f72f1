import { DOCUMENT_ADDRESS, type PageFlags, pageFlags } from './http/page-protocol.ts'

/**
 * Flags a page that was opened at its top, so that its lower part is laid out later (posts.css). After back
 * navigation or a reload, the page needs its full height. This function is inlined before the first paint
 * (shell/first-paint.ts), so it must be self-contained.
 */
export function flagPageTop(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const flags = document.documentElement.dataset as PageFlags
  if (arrival?.type === 'navigate' && !location.hash) flags.fromTop = ''
}

/** Removes the flag when the router shows another page, because it only applies to the loaded document. */
export function clearPageTopFlag(router: {
  subscribe(event: 'onRendered', act: (event: { pathChanged: boolean }) => void): unknown
}): void {
  const forget = () => delete pageFlags().fromTop
  router.subscribe('onRendered', ({ pathChanged }) => pathChanged && forget())
  // Removes the flag before the router renders the previous page.
  addEventListener('popstate', forget, { once: true })
}

/** Decides whether the router scrolls: not on the loaded page, where the browser has already scrolled. */
export function createScrollDecision() {
  let isFirst = true
  return ({ location }: { location: { pathname: string } }) => {
    const isThere = isFirst && location.pathname === DOCUMENT_ADDRESS.split('?')[0]
    isFirst = false
    return !isThere
  }
}

/** Undoes the router's scroll restoration until the page has loaded, because the router may be too early. */
export function keepBrowserScrollPosition(): void {
  if (document.readyState === 'complete') return
  history.scrollRestoration = 'auto'
  // Waits two frames, because the browser scrolls after the load event.
  const takeOver = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => (history.scrollRestoration = 'manual')))
  addEventListener('load', takeOver, { once: true })
}

/** Makes the router record the scroll position before a navigation. It may have loaded after scrolling. */
export function rememberScrollPositions(router: {
  subscribe(event: 'onBeforeNavigate', act: () => void): unknown
}): void {
  router.subscribe('onBeforeNavigate', () => document.dispatchEvent(new Event('scroll')))
}
