/** Minimum height of a keyboard in pixels. The browser's own bars are smaller. */
const KEYBOARD_MIN = 150

/** Returns the height in pixels above an on-screen keyboard. Null without one, or on a zoomed page. */
export function heightAboveKeyboard(): number | null {
  const seen = window.visualViewport
  if (!seen || seen.scale > 1.01 || innerHeight - seen.height < KEYBOARD_MIN) return null
  return Math.round(seen.height)
}

/** Calls `listener` when a keyboard opens or closes, or when the page scrolls behind it. */
export function watchKeyboard(listener: () => void): () => void {
  const stop = new AbortController()
  for (const event of ['resize', 'scroll'])
    window.visualViewport?.addEventListener(event, listener, { signal: stop.signal })
  return () => stop.abort()
}
