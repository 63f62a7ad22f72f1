import type { ToastMessage } from './toast.ts'

const AT_ONCE = 3
/** The bottom bar of a narrower window leaves room for one. As in parts.css. */
const WIDE = '(width > 48rem)'
/** Milliseconds that a toast takes to fade. */
const FADES_IN = 150

/** Shows it, calls `onClose` when it closes, and gives what closes it. */
type Show = (message: ToastMessage, onClose: () => void) => () => void

/**
 * On a phone one toast at a time: the next waits until that one is gone, so that it is seen and said in full. On a wide
 * window the oldest makes way for a fourth, but for one that keeps its time: of these the third waits.
 */
export function toastQueue(show: Show) {
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
    const [oldest, close] = [...open].find(([each]) => !keepsItsTime(each)) ?? []
    if (oldest) open.delete(oldest)
    close?.()
  }
  const forget = (message: ToastMessage) => {
    open.delete(message)
    next()
  }
  return (message: ToastMessage) => {
    // Pressed five times, it need not be said for twenty seconds.
    if (waiting.some((each) => isSame(each, message))) return
    waiting.push(message)
    next()
  }
}

function hasRoom(message: ToastMessage, open: ToastMessage[]): boolean {
  if (!isWide()) return open.length === 0
  return !keepsItsTime(message) || open.filter(keepsItsTime).length < AT_ONCE - 1
}

function keepsItsTime({ onClose }: ToastMessage): boolean {
  return onClose !== undefined
}

function isWide(): boolean {
  return matchMedia(WIDE).matches
}

function isSame(one: ToastMessage, other: ToastMessage): boolean {
  return !one.action && !other.action && one.title === other.title && one.description === other.description
}
