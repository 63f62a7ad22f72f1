/** Milliseconds until what is gone is off the screen, and the dialog that asked has given the focus back to nothing. */
const SETTLED = 60
/** How often that is looked after. */
const LOOKS = 10

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
    let looks = LOOKS
    const timer = setInterval(() => {
      // What is slow to go takes the focus with it.
      if (looks === LOOKS || document.activeElement === document.body) go()
      if (--looks === 0) clearInterval(timer)
    }, SETTLED)
  }
}
