import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { heightAboveKeyboard, watchKeyboard } from '../screen-keyboard.ts'

/** Keeps the toasts above an open sheet and an on-screen keyboard. `newest` is the id of the last toast. */
export function useToastLayer(region: RefObject<HTMLElement | null>, newest: number | undefined): void {
  useLayoutEffect(() => {
    if (newest === undefined) return
    raise(region.current)
    uncoverPressed(region.current)
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
    return () => {
      stop.abort()
      stopWatching()
    }
  }, [region, hasToasts])
}

/** An open sheet is in the browser's top layer, above any z-index. The last shown popover is uppermost there. */
function raise(region: HTMLElement | null): void {
  if (!region?.showPopover || region.contains(document.activeElement)) return
  if (!document.querySelector('[popover=auto]:popover-open')) return
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
}

/** Scrolls the pressed button above the toasts, by the scroll padding of base.css. */
function uncoverPressed(region: HTMLElement | null): void {
  const pressed = document.activeElement
  if (!region || !pressed?.matches('main :is(button, a)')) return
  const [toasts, button] = [region.getBoundingClientRect(), pressed.getBoundingClientRect()]
  const isBeside = button.right <= toasts.left || button.bottom <= toasts.top || button.top >= toasts.bottom
  if (!isBeside) pressed.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}

/** In pixels. A keyboard shrinks the visual viewport, but not the one that fixed elements refer to. */
function keyboardHeight(): number {
  const above = heightAboveKeyboard()
  if (above === null) return 0
  return Math.max(0, innerHeight - above - (visualViewport?.offsetTop ?? 0))
}
