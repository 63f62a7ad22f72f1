import { useLayoutEffect, useRef } from 'react'

/**
 * A button that is disabled while it works loses the focus, and the keyboard its place. The element with this ref gets
 * it back, unless somebody has gone elsewhere.
 */
export function useKeptFocus<T extends HTMLElement>(isBusy: boolean) {
  const ref = useRef<T>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) {
      hadFocus.current = document.activeElement === ref.current
    } else if (hadFocus.current) {
      hadFocus.current = false
      if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
    }
  }, [isBusy])
  return ref
}
