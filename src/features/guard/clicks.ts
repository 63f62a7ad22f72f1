/** Clicks that count at once before somebody is asked to slow down; one is forgotten each second. */
export const CLICK_LIMIT = 10
const FORGET_MS = 1000

/**
 * Whether the browser makes a second click of this one, on the control of the label under it: somebody clicked once, and
 * that other one counts. A click with a key is one like any other, and comes alone.
 */
export function isPassedOn(target: EventTarget | null): boolean {
  const element = target as Element
  const label = element.closest?.('label')
  const control = label?.control as HTMLInputElement | null | undefined
  return control?.disabled === false && element.closest(ANSWERS) === label
}

/** What answers a click itself, also inside a label; else the label does. */
const ANSWERS = 'a[href], button, input, select, textarea, label'

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
