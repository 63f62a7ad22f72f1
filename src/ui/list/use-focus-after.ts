import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns a function to call with a row's id before removing it. If its focus is lost, focuses `place`. */
export function useFocusAfter(items: { id: string }[] | undefined, place: RefObject<HTMLElement | null>) {
  const going = useRef<string>(undefined)
  useLayoutEffect(() => {
    const isGone = going.current !== undefined && items && !items.some(({ id }) => id === going.current)
    if (!isGone || document.activeElement !== document.body) return
    going.current = undefined
    place.current?.focus()
  })
  return (id: string) => {
    going.current = id
  }
}
