import { type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

/** Restores the focus of a control that lost it while disabled, unless another element now has it. */
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
