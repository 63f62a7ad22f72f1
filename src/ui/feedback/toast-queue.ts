import type { ToastMessage } from './toast.ts'

const AT_ONCE = 3
/** Media query for several toasts. Narrower windows only have room for one. Must match parts.css. */
const WIDE = '(width > 48rem)'
/** Duration of the fade-in in milliseconds. */
const FADES_IN = 150

/** Shows a toast and calls `onClose` when it closes. Returns a function that closes it. */
type ShowToast = (message: ToastMessage, onClose: () => void) => () => void

/** Shows up to three toasts at once, or one on a phone. A fourth closes the oldest that has no `onClose`. */
export function toastQueue(show: ShowToast) {
  let waiting: ToastMessage[] = []
  const open = new Map<ToastMessage, () => void>()
  const next = () => {
    waiting = waiting.filter(({ until }) => !until?.aborted)
    const message = waiting.find((each) => hasRoom(each, [...open.keys()]))
    if (!message) return
    waiting = waiting.filter((each) => each !== message)
    if (open.size >= AT_ONCE) makeWay()
    open.set(
      message,
      show(message, () => setTimeout(() => forget(message), FADES_IN)),
    )
    next()
  }
  const makeWay = () => {
    const [oldest, close] = [...open].find(([each]) => !hasFixedTime(each)) ?? []
    if (oldest) open.delete(oldest)
    close?.()
  }
  const forget = (message: ToastMessage) => {
    open.delete(message)
    next()
  }
  return (message: ToastMessage) => {
    // Ignores a queued duplicate. Otherwise five presses would show the same toast for twenty seconds.
    if (waiting.some((each) => isSame(each, message))) return
    waiting.push(message)
    next()
  }
}

function hasRoom(message: ToastMessage, open: ToastMessage[]): boolean {
  if (!matchMedia(WIDE).matches) return open.length === 0
  return !hasFixedTime(message) || open.filter(hasFixedTime).length < AT_ONCE - 1
}

function hasFixedTime({ onClose }: ToastMessage): boolean {
  return onClose !== undefined
}

function isSame(one: ToastMessage, other: ToastMessage): boolean {
  return !one.action && !other.action && one.title === other.title && one.description === other.description
}
