import type { AnyRouter } from '@tanstack/react-router'

/** Milliseconds between looks, and how many: a page may still wait for its data, and have no heading meanwhile. */
const LOOK_EVERY = 50
const LOOKS = 60

/** A link that led away from a page, and its distance from the top of the window, in pixels. */
interface Left {
  href: string
  top: number
}

/**
 * On another page the keyboard and the screen reader start at its heading, and back on a former one at the link that
 * led away from it, where it was: a list may have grown above it, and its height is not known before it is seen. Sorting a
 * list moves nothing. For as long as the page lives.
 */
export function followNavigation(router: AnyRouter): void {
  const left = new Map<unknown, Left>()
  // Not what has the focus: Safari does not give it to what is pressed with a pointer.
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

/** `from` had the focus when the navigation began. */
function focusPlace(left: Left | undefined, from: Element | null, looks = LOOKS) {
  const { activeElement, body } = document
  const main = document.querySelector('main')
  // The page may have moved the focus to what the reader came for, or the reader went on meanwhile.
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

/** Of one entry of the browser's history. */
function keyOf({ state }: { state: object }): unknown {
  return (state as { __TSR_key?: string }).__TSR_key
}
