export interface ToastMessage {
  title: string
  description?: string
  /** All are announced when the reader pauses. */
  kind?: 'success' | 'error' | 'info'
  /** The one thing to do about it. */
  action?: { label: string; onPress: () => void }
}

const waiting: ToastMessage[] = []
let show: ((message: ToastMessage) => void) | undefined
let onFirst: (() => void) | undefined

/** Tells what happened: up to 3 at once, 4 s each, longer while somebody reads. Callable from anywhere. */
export function toast(message: ToastMessage): void {
  if (show) {
    show(message)
  } else {
    waiting.push(message)
    onFirst?.()
  }
}

/** For the Toaster: calls back when there is something to show, at once if there is already. */
export function onFirstToast(callback: () => void): () => void {
  onFirst = callback
  if (waiting.length > 0) callback()
  return () => {
    onFirst = undefined
  }
}

/** For the region: from here on it shows what comes, starting with what waited. */
export function showToastsWith(present: (message: ToastMessage) => void): () => void {
  show = present
  for (const message of waiting.splice(0)) present(message)
  return () => {
    show = undefined
  }
}
