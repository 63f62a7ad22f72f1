import { DOCUMENT_ADDRESS } from './document-address.ts'

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
