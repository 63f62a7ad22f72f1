import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { controlsInUse } from './controls-in-use.ts'
import { type Box, findSpot, WIDE } from './toast-place.ts'

/**
 * Keeps the region of toasts off the controls that are in use. Measured when a toast comes, and again when the focus
 * moves, a scroll ends, a dialog or a keyboard comes up; a region that is clear of everything stays where it is.
 * `shown` is the newest toast: another one starts from the usual place.
 */
export function useClearPlace(region: RefObject<HTMLElement | null>, shown: number | undefined): void {
  const spot = useRef<{ left: number; top: number }>(undefined)
  useLayoutEffect(() => {
    const element = region.current
    if (!element || shown === undefined) return
    spot.current = undefined
    raise(element)
    place(element, spot)
  }, [region, shown])
  useEffect(() => {
    const element = region.current
    if (!element || shown === undefined) return
    return onChange(element, () => place(element, spot))
  }, [region, shown])
}

function place(region: HTMLElement, spot: RefObject<{ left: number; top: number } | undefined>): void {
  const { offsetWidth: width, offsetHeight: height } = region
  if (height === 0) return
  const isWide = matchMedia(WIDE).matches
  const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom ?? 0
  spot.current = findSpot({ width, height }, visible(), header, controlsInUse(region), isWide, spot.current)
  region.style.left = `${spot.current.left}px`
  region.style.top = `${spot.current.top}px`
}

/** In the coordinates of what is fixed: a keyboard makes the visual viewport smaller, and not the other. */
function visible(): Box {
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetLeft = 0, offsetTop = 0, width = clientWidth, height = clientHeight } = visualViewport ?? {}
  const right = Math.min(clientWidth, offsetLeft + width)
  return { left: offsetLeft, top: offsetTop, right, bottom: offsetTop + height }
}

/** An open sheet is in the browser's top layer, above any z-index: so is the region then, and above it. */
function raise(region: HTMLElement): void {
  if (!region.showPopover || region.contains(document.activeElement)) return
  const isBelow = document.querySelector('[popover=auto]:popover-open') !== null
  if (!isBelow) return
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
}

function onChange(region: HTMLElement, change: () => void): () => void {
  let frame = 0
  const later = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(change)
  }
  const stop = new AbortController()
  const { signal } = stop
  for (const event of ['focusin', 'focusout', 'scrollend'])
    document.addEventListener(event, later, { signal, capture: true })
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (target === region) return
      raise(region)
      later()
    },
    { signal, capture: true },
  )
  for (const event of ['resize', 'scroll']) visualViewport?.addEventListener(event, later, { signal })
  // What comes in above moves what is below, and a dialog or a form makes the document another.
  const sizes = new ResizeObserver(later)
  for (const each of [region, document.body]) sizes.observe(each)
  const dialogs = new MutationObserver(later)
  dialogs.observe(document.body, { childList: true })
  return () => {
    stop.abort()
    sizes.disconnect()
    dialogs.disconnect()
    cancelAnimationFrame(frame)
  }
}
