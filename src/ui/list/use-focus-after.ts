import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The row that had the focus goes: the keyboard goes on at `place`, the head of the list, unless somebody has gone elsewhere. What
 * comes back takes the id of the row that is to go.
 */
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
