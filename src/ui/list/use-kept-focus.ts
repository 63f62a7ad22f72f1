import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A control that is disabled while it works loses the focus, in some browsers at once, in others a moment later, and
 * the keyboard its place. The element with this ref gets it back, unless somebody has gone elsewhere.
 */
export function useKeptFocus<T extends HTMLElement>(isBusy: boolean): RefCallback<T> {
  const lost = useRef<T>(null)
  useLayoutEffect(() => {
    if (isBusy) return
    if (document.activeElement === document.body) lost.current?.focus({ preventScroll: true })
    lost.current = null
  }, [isBusy])
  return useCallback((element: T) => {
    const note = () => {
      if (element.matches(':disabled')) lost.current = element
    }
    element.addEventListener('blur', note)
    return () => element.removeEventListener('blur', note)
  }, [])
}
