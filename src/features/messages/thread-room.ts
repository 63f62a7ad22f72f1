import { type CSSProperties, useSyncExternalStore } from 'react'
import { heightAboveKeyboard, watchKeyboard } from '../../ui/screen-keyboard.ts'

/** On a phone: between the header and the bottom bar, or what `useRoomAboveKeyboard()` says. */
export const THREAD_ROOM =
  'max-md:-mt-6 max-md:-mb-24 max-md:h-[var(--above-keyboard,calc(100dvh-8.3125rem-env(safe-area-inset-bottom)))]'

/**
 * While a keyboard lies over the page, the room from the header down to it: browsers do not count keyboards as part of the
 * window's height, and it covers the bottom bar.
 */
export function useRoomAboveKeyboard(): CSSProperties | undefined {
  const height = useSyncExternalStore(watchKeyboard, heightAboveKeyboard, () => null)
  if (height === null) return undefined
  return { '--above-keyboard': `calc(${height}px - 3.8125rem)` } as CSSProperties
}
