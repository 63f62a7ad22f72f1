import type { ToastMessage } from './toast.ts'
import { WIDE } from './toast-place.ts'

/** Milliseconds that a toast takes to fade. */
const FADES_IN = 150

/**
 * On a phone one toast at a time: the next waits until that one is gone, so that it is seen and said in full. `show`
 * calls its second argument when the toast closes.
 */
export function toastQueue(show: (message: ToastMessage, onClose: () => void) => void) {
  const waiting: ToastMessage[] = []
  let open = 0
  const next = () => {
    while (waiting.length > 0 && (open === 0 || matchMedia(WIDE).matches)) {
      open++
      show(waiting.shift() as ToastMessage, () => setTimeout(close, FADES_IN))
    }
  }
  const close = () => {
    open--
    next()
  }
  return (message: ToastMessage) => {
    // Pressed five times, it need not be said for twenty seconds.
    if (waiting.some((each) => isSame(each, message))) return
    waiting.push(message)
    next()
  }
}

function isSame(one: ToastMessage, other: ToastMessage): boolean {
  return !one.action && !other.action && one.title === other.title && one.description === other.description
}
