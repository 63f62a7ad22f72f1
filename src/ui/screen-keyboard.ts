/** Pixels. The bars of a browser that come and go are smaller, every keyboard is larger. */
const KEYBOARD_MIN = 150

/** Height of the page above a keyboard on the screen, in pixels; null without one. A page enlarged with two fingers has none. */
export function heightAboveKeyboard(): number | null {
  const seen = window.visualViewport
  if (!seen || seen.scale > 1.01 || innerHeight - seen.height < KEYBOARD_MIN) return null
  return Math.round(seen.height)
}

/** Calls `listener` when a keyboard appears or goes, or the page moves behind it. */
export function watchKeyboard(listener: () => void): () => void {
  const stop = new AbortController()
  for (const event of ['resize', 'scroll'])
    window.visualViewport?.addEventListener(event, listener, { signal: stop.signal })
  return () => stop.abort()
}
