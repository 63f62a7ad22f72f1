/** Clicks that count at once before somebody is asked to slow down; one is forgotten each second. */
export const CLICK_LIMIT = 10
const FORGET_MS = 1000

/** What answers a click itself, also inside a label. */
const ANSWERS = 'a[href], button, input, select, textarea'

/**
 * Whether the browser makes a second click of this one, on the control that the label under it names: somebody clicked
 * once, and that other one counts. One with a key is a click like any other, and comes alone.
 */
export function isPassedOn(target: EventTarget | null): boolean {
  const label = target instanceof Element ? target.closest('label') : null
  const control = label?.control as HTMLInputElement | null | undefined
  if (!label || !control || control.disabled) return false
  const answering = (target as Element).closest(ANSWERS)
  return !answering || !label.contains(answering)
}

/** Counts clicks: `true` for the one that is too many, once until the count has come down again. */
export function clickCounter(now: () => number = Date.now) {
  let count = 0
  let last = now()
  let isFlood = false
  return () => {
    const forgotten = Math.floor((now() - last) / FORGET_MS)
    count = Math.max(0, count - forgotten) + 1
    last += forgotten * FORGET_MS
    const was = isFlood
    isFlood = count > CLICK_LIMIT
    return isFlood && !was
  }
}
