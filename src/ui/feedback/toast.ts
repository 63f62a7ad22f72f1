export interface ToastMessage {
  title: string
  description?: string
  kind?: 'success' | 'error' | 'info'
  /** Milliseconds until it closes, by default 4,000. */
  lasts?: number
  action?: { label: string; onPress: () => void }
  /** Called if it closes without its action. Such a toast stays for its time, whatever comes after it. */
  onClose?: () => void
  /** Closes the toast, or removes it from the queue. */
  until?: AbortSignal
}

const waiting: ToastMessage[] = []
let show: ((message: ToastMessage) => void) | undefined
let hushedUntil = 0
let lastInstead: string | undefined
let explanation: { text: string; isShown: boolean } | undefined
let explanationEnds: ReturnType<typeof setTimeout> | undefined

/** Milliseconds within which a caller shows the error of a failed call. */
const HUSH = 500

/** Shows up to 3 toasts at once, on a phone 1. Each stays for 4 s, not counting hover and focus. */
export function toast(message: ToastMessage): void {
  if (message.kind === 'error' && performance.now() < hushedUntil) return
  present(message.kind === 'error' ? explained(message) : message)
}

export function toastError(title: string, description?: string): void {
  toast({ kind: 'error', title, description })
}

function present(message: ToastMessage): void {
  if (show) show(message)
  else waiting.push(message)
}

/** Adds `text` to the error that the caller is about to show. If it shows none, `title` is shown. */
export function explainNextError(text: string, title: string): void {
  clearTimeout(explanationEnds)
  explanation = { text, isShown: false }
  explanationEnds = setTimeout(() => {
    if (!explanation?.isShown) present({ kind: 'error', title, description: text })
    explanation = undefined
  }, HUSH)
}

function explained(message: ToastMessage): ToastMessage {
  if (!explanation) return message
  explanation.isShown = true
  return { ...message, description: explanation.text }
}

/** Explains why a call failed, and suppresses the error of its caller. Two calls that fail alike are explained once. */
export function toastInstead(message: ToastMessage): void {
  const isRepeated = performance.now() < hushedUntil && message.description === lastInstead
  if (!isRepeated) present(message)
  lastInstead = message.description
  hushedUntil = performance.now() + HUSH
}

/** For the region: presents waiting toasts and all later ones. */
export function showToastsWith(presenter: (message: ToastMessage) => void): () => void {
  show = presenter
  for (const message of waiting.splice(0)) presenter(message)
  return () => {
    show = undefined
  }
}
