import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { heightAboveKeyboard, watchKeyboard } from '../screen-keyboard.ts'

/** Keeps toasts above an open sheet and the on-screen keyboard. `newest` is the id of the last toast. */
export function useToastLayer(region: RefObject<HTMLElement | null>, newest: number | undefined): void {
  useLayoutEffect(() => {
    if (newest === undefined) return
    raise(region.current)
    uncover(pressed, region.current)
  }, [region, newest])
  const hasToasts = newest !== undefined
  useEffect(() => {
    if (!hasToasts) return
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('toggle', ({ target }) => target !== region.current && raise(region.current), {
      signal,
      capture: true,
    })
    const follow = () => region.current?.style.setProperty('--keyboard', `${keyboardHeight()}px`)
    follow()
    const stopWatching = watchKeyboard(follow)
    // A line that appears above the control, such as "Draft saved", moves it.
    const watcher = new ResizeObserver(() => uncover(pressed, region.current))
    watcher.observe(document.body)
    return () => {
      stop.abort()
      watcher.disconnect()
      stopWatching()
      document.body.style.paddingBottom = ''
    }
  }, [region, hasToasts])
}

/** Shows the region again, because the last opened popover is uppermost. A z-index cannot cover a sheet. */
function raise(region: HTMLElement | null): void {
  if (!region?.showPopover || region.contains(document.activeElement)) return
  if (!document.querySelector('[popover=auto]:popover-open')) return
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
}

/**
 * The last pressed control. It may have no focus, because a disabled button loses it. Noted from the start, because a
 * press that was replayed after loading comes before the first effects. A replayed submission comes without a click.
 */
let pressed: Element | null = null
if (typeof document !== 'undefined') {
  const note = (target: EventTarget | null) => {
    pressed = target instanceof Element ? target.closest('main :is(button, a)') : null
  }
  document.addEventListener('click', ({ target }) => note(target), true)
  document.addEventListener('submit', ({ submitter }) => submitter && note(submitter), true)
}

/** Scrolls a control clear of the toasts. At the end of the page, adds space until the toasts close. */
function uncover(control: Element | null, region: HTMLElement | null): void {
  if (!region || !control?.isConnected) return
  const [toasts, box] = [region.getBoundingClientRect(), control.getBoundingClientRect()]
  if (box.right <= toasts.left || box.bottom <= toasts.top || box.top >= toasts.bottom) return
  const covered = box.bottom - toasts.top + GAP
  const room = document.documentElement.scrollHeight - innerHeight - scrollY
  if (room < covered) document.body.style.paddingBottom = `${innerHeight - toasts.top + GAP}px`
  scrollBy({ top: covered, behavior: 'instant' })
}

/** Minimum distance in pixels between the control and the toasts. */
const GAP = 8

/** Returns the height in pixels of the on-screen keyboard, which covers elements at the window's bottom. */
function keyboardHeight(): number {
  const above = heightAboveKeyboard()
  if (above === null) return 0
  return Math.max(0, innerHeight - above - (visualViewport?.offsetTop ?? 0))
}
