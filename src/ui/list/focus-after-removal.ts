/** Milliseconds to wait until the deleted item has disappeared and its dialog has closed. */
const SETTLED = 60
/** Milliseconds during which the focus is restored if a late removal loses it, as on a slow phone. */
const WATCHED = 10_000

/**
 * Moves the focus from a deleted item to its stub, the next item, the previous item or the heading of the
 * list, whichever exists first. Call this before the deletion, and the returned function after it.
 * @param prefix what the ids of all items begin with, such as `comment-`
 * @param head selector of the heading of the list
 */
export function prepareFocusAfterRemoval(prefix: string, id: string, head: string): () => void {
  const items = [...document.querySelectorAll<HTMLElement>(`[id^="${prefix}"]`)]
  const at = items.findIndex((item) => item.id === prefix + id)
  const neighbour = items[at + 1] ?? items[at - 1]
  const go = () => {
    const place =
      document.getElementById(prefix + id) ??
      (neighbour?.isConnected ? neighbour : document.querySelector<HTMLElement>(head))
    if (!place) return
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }
  return () => {
    const settling = setTimeout(go, SETTLED)
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) go()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const stop = () => {
      clearTimeout(settling)
      observer.disconnect()
    }
    setTimeout(stop, WATCHED)
    // Stops when a key or pointer is pressed, because the reader has moved on.
    addEventListener('keydown', stop, { once: true, capture: true })
    addEventListener('pointerdown', stop, { once: true, capture: true })
  }
}
