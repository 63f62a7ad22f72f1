import type { AnyRouter } from '@tanstack/react-router'

/** Milliseconds of hovering before a link is preloaded. */
const INTENT_MS = 50

/** Makes the router handle plain links, which the server renders faster than router links, and GET forms. */
export function followPlainLinks(router: AnyRouter): void {
  // Listens on window, so that React's handlers on document run first and can prevent the click.
  addEventListener('click', (event) => {
    const href = event.button === 0 && !hasModifier(event) ? pageOf(event) : undefined
    if (!href || event.defaultPrevented) return
    event.preventDefault()
    void router.navigate({ href })
  })
  addEventListener('submit', (event) => {
    const href = event.defaultPrevented ? undefined : pageOfForm(event.target as HTMLFormElement)
    if (!href) return
    event.preventDefault()
    void router.navigate({ href })
  })
  preloadOnIntent(router)
}

function preloadOnIntent(router: AnyRouter) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (event: Event) => {
    clearTimeout(timer)
    const href = pageOf(event)
    // Ignores a failed preload. Following the link repeats the request and reports the error.
    if (href)
      timer = setTimeout(() => router.preloadRoute({ to: '.', href }).catch(() => undefined), INTENT_MS)
  }
  for (const type of ['pointerover', 'focusin', 'touchstart']) addEventListener(type, look, { passive: true })
}

function pageOf(event: Event): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.hasAttribute('download') || (link.target && link.target !== '_self'))
    return undefined
  const isHere = link.pathname === location.pathname && link.search === location.search
  if (link.origin !== location.origin || NO_PAGE.test(link.pathname) || (isHere && link.hash))
    return undefined
  return link.pathname + link.search + link.hash
}

function pageOfForm(form: HTMLFormElement): string | undefined {
  const address = new URL(form.action)
  if (form.method !== 'get' || !form.hasAttribute('action') || address.origin !== location.origin)
    return undefined
  const fields = [...new FormData(form)].filter((field): field is [string, string] => field[1] !== '')
  const query = new URLSearchParams(fields).toString()
  return address.pathname + (query && `?${query}`)
}

const NO_PAGE = /^\/(api|assets)\/|\.\w+$/

function hasModifier(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
