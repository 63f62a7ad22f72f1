/** Milliseconds until what is gone is off the screen, and the dialog that asked has given the focus back to nothing. */
const SETTLED = 60
/** Milliseconds in which something that goes late may take the focus with it, as a stub does on a slow phone. */
const WATCHED = 10_000

/**
 * Where the keyboard goes on once an item of a list is gone: at the next one, else at the one before it, else at the
 * head of the list; at the item itself when something of it stays.
 * @param prefix of the ids of all the items, as `comment-`
 * @param head the heading of the list, as a selector
 * @returns goes there; to be called when the item is gone, and this function before
 */
export function placeAfter(prefix: string, id: string, head: string): () => void {
  const items = [...document.querySelectorAll<HTMLElement>(`[id^="${prefix}"]`)]
  const at = items.findIndex((item) => item.id === prefix + id)
  const neighbour = items[at + 1] ?? items[at - 1]
  const go = () => {
    // What held the item may have gone with it, as a stub above its last reply.
    const place =
      document.getElementById(prefix + id) ??
      (neighbour?.isConnected ? neighbour : document.querySelector<HTMLElement>(head))
    if (!place) return
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }
  return () => {
    setTimeout(go, SETTLED)
    const observer = new MutationObserver(() => {
      if (document.activeElement === document.body) go()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    const stop = () => observer.disconnect()
    setTimeout(stop, WATCHED)
    // Whoever presses a key or a button meanwhile goes where they want.
    addEventListener('keydown', stop, { once: true, capture: true })
    addEventListener('pointerdown', stop, { once: true, capture: true })
  }
}
