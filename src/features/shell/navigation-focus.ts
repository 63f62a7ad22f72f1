import type { AnyRouter } from '@tanstack/react-router'

/** Milliseconds between attempts, and their number: a page that loads its data may have no heading yet. */
const LOOK_EVERY = 50
const LOOKS = 60

/** A link that led away from a page, and its distance from the top of the window, in pixels. */
interface Left {
  href: string
  top: number
}

/**
 * Moves the focus to the heading of a new page, and after going back to the link that led away, at its former place in the
 * window. Navigation within a page, as sorting, does not move the focus. Runs while the page lives.
 */
export function followNavigation(router: AnyRouter): void {
  const left = new Map<unknown, Left>()
  // Not the focused element: Safari does not focus pressed links.
  let pressed: Element | null = null
  let from: Element | null = null
  const press = ({ target }: Event) => {
    pressed = (target as Element).closest('a')
  }
  document.addEventListener('click', press, true)
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    from = document.activeElement
    const href = pressed?.isConnected && pressed.getAttribute('href')
    if (fromLocation && href) left.set(keyOf(fromLocation), { href, top: topOf(pressed as Element) })
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
    if (fromLocation && pathChanged) focusPlace(left.get(keyOf(toLocation)), from)
  })
}

/** `from` is the focused element when the navigation began. */
function focusPlace(left: Left | undefined, from: Element | null, looks = LOOKS) {
  const { activeElement, body } = document
  const main = document.querySelector('main')
  // The page or the reader may have moved the focus.
  const isTaken = activeElement !== from && activeElement !== body
  if (!main || isTaken || looks === 0) return
  const link = left && main.querySelector<HTMLElement>(`a[href="${CSS.escape(left.href)}"]`)
  const place = link || main.querySelector<HTMLElement>('h1')
  if (!place?.checkVisibility()) return void setTimeout(focusPlace, LOOK_EVERY, left, from, looks - 1)
  if (link) scrollBy(0, topOf(link) - left.top)
  else place.tabIndex = -1
  place.focus({ preventScroll: true })
}

const topOf = (element: Element) => element.getBoundingClientRect().top

function keyOf({ state }: { state: object }): unknown {
  return (state as { __TSR_key?: string }).__TSR_key
}
