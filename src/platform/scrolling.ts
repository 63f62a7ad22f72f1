import { DOCUMENT_ADDRESS, type PageFlags, pageFlags } from './page-protocol.ts'

/**
 * A page that is read from its top need not lay out at once what is far below (posts.css). One that somebody comes back to,
 * or loads again, has to be as high as it was. Runs before the first paint (shell/first-paint.ts): it uses nothing from
 * outside of itself.
 */
export function noteStart(): void {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const flags = document.documentElement.dataset as PageFlags
  if (arrival?.type === 'navigate' && !location.hash) flags.fromTop = ''
}

/** Said of the page that came as a document alone, whichever way leads from it. */
export function forgetStart(router: {
  subscribe(event: 'onRendered', act: (event: { pathChanged: boolean }) => void): unknown
}): void {
  const forget = () => delete pageFlags().fromTop
  router.subscribe('onRendered', ({ pathChanged }) => pathChanged && forget())
  // Before the page that is come back to stands.
  addEventListener('popstate', forget, { once: true })
}

/**
 * Whether the router puts a page at its place: its top, its hash, or where one left it. Not the page that came as a
 * document: the browser has put that in its place, and somebody may have read on for minutes before the application
 * stands, which then has to move nothing.
 */
export function movesPages() {
  let isFirst = true
  return ({ location }: { location: { pathname: string } }) => {
    const isThere = isFirst && location.pathname === DOCUMENT_ADDRESS.split('?')[0]
    isFirst = false
    return !isThere
  }
}

/**
 * The router takes the restoring of places from the browser as soon as it is made; after a reload that may be before
 * the browser has come to it. To be called right after.
 */
export function leaveFirstPlaceToBrowser(): void {
  if (document.readyState === 'complete') return
  history.scrollRestoration = 'auto'
  // In a frame of its own: the browser goes to the place after the event.
  const takeOver = () =>
    requestAnimationFrame(() => requestAnimationFrame(() => (history.scrollRestoration = 'manual')))
  addEventListener('load', takeOver, { once: true })
}

/**
 * The router remembers the places of what it has seen scrolling. What was scrolled before it stood it did not see: it is
 * told so before it looks.
 */
export function rememberPlaces(router: {
  subscribe(event: 'onBeforeNavigate', act: () => void): unknown
}): void {
  router.subscribe('onBeforeNavigate', () => document.dispatchEvent(new Event('scroll')))
}
