import type { AnyRouter } from '@tanstack/react-router'

/** Milliseconds between looks, and how many: a page may still wait for its data, and have no heading meanwhile. */
const LOOK_EVERY = 50
const LOOKS = 60

/**
 * On another page the keyboard and the screen reader start at its heading, and back on a former one at the link that
 * led away from it; sorting a list moves nothing. For as long as the page lives.
 */
export function followNavigation(router: AnyRouter): void {
  const left = new Map<unknown, string | null | undefined>()
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation) left.set(keyOf(fromLocation), document.activeElement?.getAttribute('href'))
  })
  router.subscribe('onRendered', ({ pathChanged, toLocation }) => {
    if (pathChanged) focusPlace(left.get(keyOf(toLocation)))
  })
}

function focusPlace(href: string | null | undefined, from = document.activeElement, looks = LOOKS) {
  const { activeElement, body } = document
  const main = document.querySelector('main')
  // A page may have put the caret where one came to write, or is about to (type-ahead.ts), or somebody went on meanwhile.
  const isTaken =
    activeElement?.matches('main textarea, body > textarea') ||
    (activeElement !== from && activeElement !== body)
  if (!main || isTaken || looks === 0) return
  const link = href && main.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
  const place = link || main.querySelector<HTMLElement>('h1')
  if (!place?.checkVisibility()) return void setTimeout(focusPlace, LOOK_EVERY, href, from, looks - 1)
  if (!link) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** Of one entry of the browser's history. */
function keyOf({ state }: { state: object }): unknown {
  return (state as { __TSR_key?: string }).__TSR_key
}
