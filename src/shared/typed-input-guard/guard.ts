import { toastError } from '../../ui/feedback/toast.ts'
import { guardTyping } from './typed-code.ts'

export function guardPage(): void {
  if (leaveFrame()) toastError('Security Alert', IN_FRAME)
  guardTyping(() => toastError('Security Warning', BLOCKED))
  const isTooMany = clickCounter()
  const count = ({ isTrusted, target }: Event) => {
    if (isTrusted && !isPassedOn(target) && isTooMany()) toastError('Unusual Activity Detected', SLOWER)
  }
  addEventListener('click', count, true)
}

const IN_FRAME = 'This page was embedded in another page.'
const BLOCKED = 'Potentially malicious content was blocked'
const SLOWER = 'Please slow down your interactions'

/**
 * Leaves another site's frame (clickjacking) in browsers without frame-ancestors. Returns true if framed.
 */
export function leaveFrame(page: Pick<Window, 'self' | 'top' | 'location'> = window): boolean {
  if (page.top === page.self) return false
  try {
    if (page.top) page.top.location.href = page.location.href
  } catch {
    // A page in a sandboxed frame can't navigate the window around it.
  }
  return true
}

/** Number of rapid clicks without a warning. The counter decreases by one each second. */
export const CLICK_LIMIT = 10
const FORGET_MS = 1000

/** Whether the browser will repeat this click on the label's control, so that only the second one counts. */
function isPassedOn(target: EventTarget | null): boolean {
  const element = target as Element
  const label = element.closest?.('label')
  const control = label?.control as HTMLInputElement | null | undefined
  return control?.disabled === false && element.closest(ANSWERS) === label
}

/** Elements that handle a click themselves, even inside a label. */
const ANSWERS = 'a[href], button, input, select, textarea, label'

/** Returns a function to call on each click. It returns true only for the first click above the limit. */
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
