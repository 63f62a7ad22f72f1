import { type RefObject, useEffect, useRef } from 'react'

/** Stays at its button while the page scrolls, and closes when somebody presses or focuses something else. */
export function useFollowing(
  list: RefObject<HTMLElement | null>,
  trigger: RefObject<HTMLElement | null>,
  onClose: () => void,
) {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    const stop = new AbortController()
    const options = { signal: stop.signal, capture: true }
    const place = () => list.current && placeBelow(list.current, trigger.current)
    const leave = ({ target }: Event) => {
      const isWithin = [list, trigger].some(({ current }) => current?.contains(target as Node))
      if (!isWithin) latest.current()
    }
    for (const event of ['scroll', 'resize']) addEventListener(event, place, options)
    for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, leave, options)
    return () => stop.abort()
  }, [list, trigger])
}

/** Pixels to its button and to the edges of the window. */
const GAP = 6

/** Below its button, with the right edges in line; above it where there is more room. */
export function placeBelow(menu: HTMLElement, trigger: HTMLElement | null) {
  if (!trigger) return
  const { top, bottom, right } = trigger.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const isAbove = bottom + GAP + offsetHeight > innerHeight && top - GAP - offsetHeight > 0
  const left = Math.min(right - offsetWidth, document.documentElement.clientWidth - offsetWidth - GAP)
  menu.style.left = `${Math.max(GAP, left)}px`
  menu.style.top = `${isAbove ? top - GAP - offsetHeight : bottom + GAP}px`
}
