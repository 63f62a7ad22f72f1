import { type CSSProperties, useSyncExternalStore } from 'react'

/** On a phone: between the header and the bottom bar, or what `useRoomAboveKeyboard()` says. */
export const THREAD_ROOM =
  'max-md:-my-6 max-md:h-[var(--above-keyboard,calc(100dvh-8.3125rem-env(safe-area-inset-bottom)))]'

/** Pixels. The bars of a browser that come and go are smaller, every keyboard is larger. */
const KEYBOARD_MIN = 150

/**
 * While a keyboard lies over the page, the room from the header down to it: browsers do not count keyboards as part of the
 * window's height, and it covers the bottom bar.
 */
export function useRoomAboveKeyboard(): CSSProperties | undefined {
  const height = useSyncExternalStore(subscribe, heightAboveKeyboard, () => null)
  if (height === null) return undefined
  return { '--above-keyboard': `calc(${height}px - 3.8125rem)` } as CSSProperties
}

/** Pixels; null where there is no keyboard. Enlarged with two fingers, one sees less of the page as well. */
function heightAboveKeyboard(): number | null {
  const seen = window.visualViewport
  if (!seen || seen.scale > 1.01 || innerHeight - seen.height < KEYBOARD_MIN) return null
  return Math.round(seen.height)
}

function subscribe(listener: () => void) {
  window.visualViewport?.addEventListener('resize', listener)
  return () => window.visualViewport?.removeEventListener('resize', listener)
}
